import { expect, test } from 'vitest';
import { describeProblems, problemsOf } from '../../src/evidence/problem.ts';
import { diagramHash, unsealPicture } from '../../src/node/diagrams.ts';
import { diagrams } from './diagrams.ts';
import type { Effects } from './effects.ts';
import { findFences } from './fences.ts';

const source = 'flowchart LR\n  accTitle: From A to B\n  accDescr: An arrow leads from A to B.\n  A --> B';
const page = (text: string): string => `---\ntitle: T\n---\n\nText.\n\n\`\`\`mermaid\n${text}\n\`\`\`\n`;
const picture = `content/diagrams/${diagramHash(source)}.svg`;

/** A repository in memory, whose browser draws `svg`. */
function fake(
  files: Record<string, string>,
  svg = '<svg viewBox="0 0 1 1"></svg>',
): { effects: Effects; files: Record<string, string>; log: string[] } {
  const log: string[] = [];
  const effects: Effects = {
    listPages: () => Promise.resolve(Object.keys(files).filter((file) => file.endsWith('.mdx'))),
    readFile: (path) => Promise.resolve(files[path] ?? ''),
    listFolder: (path) =>
      Promise.resolve(
        Object.keys(files).flatMap((file) => (file.startsWith(`${path}/`) ? [file.slice(path.length + 1)] : [])),
      ),
    writeFile: (path, text) => {
      files[path] = text;
      return Promise.resolve();
    },
    deleteFile: (path) => {
      files[path] = '';
      return Promise.resolve();
    },
    draw: (text) =>
      text.includes('nonsense') ? Promise.reject(new Error('No diagram type detected')) : Promise.resolve(svg),
    log: (line) => log.push(line),
  };
  return { effects, files, log };
}

async function problems(files: Record<string, string>, svg?: string): Promise<string> {
  try {
    await diagrams(fake(files, svg).effects);
    return '';
  } catch (error) {
    const found = problemsOf(error);
    if (found === null) throw error;
    return describeProblems(found);
  }
}

test('a fence is found at its line in the file, frontmatter and all', () => {
  expect(findFences('a.mdx', page(source))).toEqual([{ source, place: { file: 'a.mdx', line: 7, column: 1 } }]);
});

test('a missing picture is drawn, an unused one deleted, the others left alone', async () => {
  const { effects, files, log } = fake({ 'content/days/a.mdx': page(source), 'content/diagrams/old.svg': '<svg/>' });
  await diagrams(effects);
  expect(unsealPicture(files[picture] ?? '')).toBe('<svg viewBox="0 0 1 1"></svg>');
  expect(log.at(-1)).toBe('1 diagrams: 1 drawn, 1 pictures deleted');
  files[picture] = 'as it was';
  await diagrams({ ...effects, listFolder: () => Promise.resolve([picture.split('/').at(-1) ?? '']) });
  expect(files[picture]).toBe('as it was');
});

test('a diagram without words, one that cannot be drawn: both are told', async () => {
  const files = {
    'content/days/a.mdx': page('flowchart LR\n  A --> B'),
    'content/days/b.mdx': page(source.replace('flowchart', 'nonsense')),
  };
  expect(await problems(files)).toMatchInlineSnapshot(`
    "content/days/a.mdx:7:1
      problem   The diagram does not say in words what it shows.
      expected  a line "accTitle: …" and a line "accDescr: …" in the diagram
      found     no accTitle
      to do     Add the line after the first line of the diagram, then run: npx lockstep diagrams

    content/days/b.mdx:7:1
      problem   Mermaid cannot draw this diagram.
      expected  a diagram as https://mermaid.js.org describes
      found     No diagram type detected
      to do     Mend the diagram, then run: npx lockstep diagrams

    2 problems"
  `);
});

test('a picture that holds a script is not written', async () => {
  expect(await problems({ 'content/days/a.mdx': page(source) }, '<svg><script></script></svg>')).toMatchInlineSnapshot(`
    "content/days/a.mdx:7:1
      problem   The picture of this diagram holds what no picture in a page may.
      expected  shapes and text in classes
      found     the element <script>
      to do     Write the diagram without it: no HTML in labels, no links, no icons."
  `);
});
