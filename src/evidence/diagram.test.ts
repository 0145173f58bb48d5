import { expect, test } from 'vitest';
import { diagramWords, resolveDiagram } from './diagram.ts';
import { PLACE, problemText, sampleContext } from './fixtures/sample-context.ts';

const source = 'flowchart LR\n  accTitle: From A to B\n  accDescr: An arrow leads from A to B.\n  A --> B';

test('a diagram says in words what it shows, on a line or in braces', () => {
  const words = { title: 'From A to B', description: 'An arrow leads from A to B.' };
  expect(diagramWords(source, PLACE)).toEqual(words);
  expect(
    diagramWords(
      source.replace('accDescr: An arrow leads from A to B.', 'accDescr {\n An arrow leads\n from A to B.\n}'),
      PLACE,
    ),
  ).toEqual(words);
});

test('a diagram without words', () => {
  expect(problemText(() => diagramWords('flowchart LR\n  accTitle: T\n  A --> B', PLACE))).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   The diagram does not say in words what it shows.
      expected  a line "accTitle: …" and a line "accDescr: …" in the diagram
      found     no accDescr
      to do     Add the line after the first line of the diagram, then run: npx lockstep diagrams"
  `);
});

test('a picture is shown for exactly its source', () => {
  const context = sampleContext({ diagrams: { abc: '<svg/>' } });
  expect(resolveDiagram(context, { source, hash: 'abc' }, PLACE).svg).toBe('<svg/>');
  expect(problemText(() => resolveDiagram(context, { source, hash: 'abd' }, PLACE))).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   The diagram was not rendered since it changed.
      expected  content/diagrams/abd.svg
      found     no file
      to do     Run: npx lockstep diagrams"
  `);
});
