import { expect, test } from 'vitest';
import { describeProblems } from '../evidence/problem.ts';
import { diagramHash, readDiagrams, sealPicture } from './diagrams.ts';
import { openFiles } from './files.ts';
import { writeRepository } from './fixtures/sample-repository.ts';

test('the hash is of what the diagram says, not of how its file ends a line', () => {
  expect(diagramHash('flowchart LR\r\n  A --> B\r\n')).toBe(diagramHash('flowchart LR\n  A --> B'));
  expect(diagramHash('flowchart LR\n  A --> C')).not.toBe(diagramHash('flowchart LR\n  A --> B'));
  expect(diagramHash('flowchart LR')).toMatch(/^[0-9a-f]{64}$/);
});

test('a picture with a script in it is not shown', async () => {
  const root = await writeRepository({
    'content/diagrams/aa.svg': sealPicture('<svg viewBox="0 0 1 1"></svg>'),
    'content/diagrams/bb.svg': sealPicture('<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>'),
  });
  const { sound, problems } = await readDiagrams(openFiles(root));
  expect(sound).toEqual({ aa: '<svg viewBox="0 0 1 1"></svg>' });
  expect(describeProblems(problems)).toMatchInlineSnapshot(`
    "content/diagrams/bb.svg
      problem   The picture holds what no picture in a page may.
      expected  shapes and text in classes
      found     the element <script>
      to do     Delete the file, then run: npx lockstep diagrams"
  `);
});

test('a picture that was changed after it was drawn is not shown', async () => {
  const root = await writeRepository({
    'content/diagrams/aa.svg': sealPicture('<svg><text>yes</text></svg>').replace('yes', 'no'),
  });
  const { sound, problems } = await readDiagrams(openFiles(root));
  expect(sound).toEqual({});
  expect(describeProblems(problems)).toMatchInlineSnapshot(`
    "content/diagrams/aa.svg
      problem   The picture was changed after it was drawn: it is not what its digest says.
      expected  the picture as npx lockstep diagrams drew it
      found     another one, or one without a digest
      to do     Delete the file, then run: npx lockstep diagrams"
  `);
});
