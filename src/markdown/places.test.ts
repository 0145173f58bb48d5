import { mdxToJs } from 'satteri';
import { expect, test } from 'vitest';
import { describeProblems } from '../evidence/problem.ts';
import { WRITTEN, type Written } from '../evidence/written.ts';
import { fencesPlugin } from './fences.ts';
import { declaredNames, placesPlugin } from './places.ts';

const root = new URL('file:///a%20course/');

async function compile(text: string): Promise<{ code: string; written: Written }> {
  const frontmatter: Record<string, unknown> = {};
  const { code } = await mdxToJs(text, {
    fileURL: new URL('file:///a%20course/content/days/page.mdx'),
    mdastPlugins: [
      placesPlugin(root),
      fencesPlugin({ root, diagramHash: (source) => `hash of ${String(source.length)}` }),
    ],
    data: { astro: { frontmatter, headings: [], localImagePaths: new Set(), remoteImagePaths: new Set() } },
  });
  return { code, written: frontmatter[WRITTEN] as Written };
}

test('a component carries its place, in a sentence, by itself and inside another', async () => {
  // Astro blanks the frontmatter and keeps its lines.
  const { code } = await compile('\n\n\n\nA <Measured id="a" /> and\n\n<Outer>\n  text <Inner.Most />\n</Outer>\n');
  const places = [...code.matchAll(/place: "([^"]+)"/g)].map(([, place]) => place);
  expect(places).toEqual(['content/days/page.mdx:5:3', 'content/days/page.mdx:7:1', 'content/days/page.mdx:8:8']);
});

test('a place cannot be overwritten', async () => {
  const { code } = await compile('<Measured place="elsewhere" {...props.more} />');
  expect(code.lastIndexOf('content/days/page.mdx:1:1')).toBeGreaterThan(code.indexOf('props.more'));
});

test('a component in lower case would vanish unseen', async () => {
  const { written } = await compile('One took <measured id="a" />, says <svg><path d="M0 0" /></svg> <kbd>x</kbd>.');
  expect(describeProblems(written.problems)).toMatchInlineSnapshot(`
    "content/days/page.mdx:1:10
      problem   There is no element <measured>.
      expected  an element of HTML or SVG, or a component with its capital letter
      found     <measured>
      to do     Change the name."
  `);
});

test('elements of HTML are left alone', async () => {
  expect((await compile('<b>bold</b>')).code).not.toContain('place');
});

test('components are noted with their place, but for those the text defines', async () => {
  const text = "import Own, { Other as Its } from './own.js'\n\n<Own /> <Its.Part /> <Other />\n\n<Measurd />\n";
  const { written } = await compile(text);
  expect(written.components.map(({ name, place }) => [name, place.line])).toEqual([['Measurd', 5]]);
});

test('names that a text declares', () => {
  const text = "import A, { B as C } from 'x'\nimport * as D from 'y'\nexport const E = 1\nexport function F() {}";
  expect(declaredNames(text)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
});

test('a component inside an expression could be given no place', async () => {
  const { written } = await compile('Text {[1, 2].map((id) => <Measured id={id} />)}');
  expect(describeProblems(written.problems)).toMatchInlineSnapshot(`
    "content/days/page.mdx:1:6
      problem   <Measured> stands inside an expression, where no problem with it could be given a place.
      expected  components in the text, outside { }
      found     {[1, 2].map((id) => <Measured id={id} />)}
      to do     Write the component by itself, once for each time it shall appear."
  `);
});

test('a diagram becomes a component with its source, its hash and its place', async () => {
  const { code, written } = await compile('\n```mermaid\nflowchart LR\n  A["x {y}"] --> B\n```\n');
  expect(written.components).toEqual([]);
  expect(code).toContain('_jsx(Diagram, {');
  expect(code).toContain('source: "flowchart LR\\n  A[\\"x {y}\\"] --> B"');
  expect(code).toContain('place: "content/days/page.mdx:2:1"');
});

test('a fence in a language that nothing colours', async () => {
  const { written } = await compile('\n```cdua\nint a;\n```\n');
  expect(describeProblems(written.problems)).toMatchInlineSnapshot(`
    "content/days/page.mdx:2:1
      problem   Nothing here colours the language "cdua".
      expected  a known name; nearest: "cuda", "cu", "cuh"
      found     \`\`\`cdua
      to do     Change the language of the fence; "text" is coloured by nothing."
  `);
});
