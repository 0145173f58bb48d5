import { expect, test } from 'vitest';
import { describeProblems } from '../evidence/problem.ts';
import { openFiles } from './files.ts';
import { writeRepository } from './fixtures/sample-repository.ts';
import { frontmatterProblems } from './frontmatter.ts';

const FILE = 'content/days/sample-lab.mdx';

async function problems(text: string): Promise<string> {
  return describeProblems(await frontmatterProblems(openFiles(await writeRepository({ [FILE]: text })), FILE));
}

const source = 'title: T\nquestion: Q?\nanswer: A.\nday: 1\n';

test('sound frontmatter has no problem', async () => {
  expect(await problems(`---\n${source}---\n\nText.\n`)).toBe('');
});

test('none at all', async () => {
  expect(await problems('Text.\n')).toMatchInlineSnapshot(`
    "content/days/sample-lab.mdx:1
      problem   The page has no frontmatter.
      expected  frontmatter between two lines of "---"
      found     none
      to do     Change the frontmatter; src/schema/page.ts says what it holds."
  `);
});

test('what is missing, of another type or unknown, each at its line', async () => {
  expect(await problems('---\ntitle: T\nanswer: A.\nday: one\ndate: today\n---\n')).toMatchInlineSnapshot(`
    "content/days/sample-lab.mdx:1
      problem   question: Invalid input: expected string, received undefined
      expected  a value of type string
      found     nothing
      to do     Change the frontmatter; src/schema/page.ts says what it holds.

    content/days/sample-lab.mdx:4:6
      problem   day: Invalid input: expected number, received string
      expected  a value of type number
      found     "one"
      to do     Change the frontmatter; src/schema/page.ts says what it holds.

    content/days/sample-lab.mdx:1
      problem   the whole file: Unrecognized key: "date"
      expected  no key beside those of the schema
      found     date
      to do     Change the frontmatter; src/schema/page.ts says what it holds.

    3 problems"
  `);
});

test('a fault deep inside', async () => {
  const deep = `${source}sources:\n  - id: a\n    title: A\n    publisher: P\n    url: http://example.org\n    checked: 2026-01-31\n    supports: all\n`;
  expect(await problems(`---\n${deep}---\n`)).toMatchInlineSnapshot(`
    "content/days/sample-lab.mdx:10:10
      problem   sources[0].url: Invalid URL
      found     "http://example.org"
      to do     Change the frontmatter; src/schema/page.ts says what it holds."
  `);
});

test('text that is not YAML', async () => {
  expect(await problems('---\ntitle: "T\nday: 1\n---\n')).toMatchInlineSnapshot(`
    "content/days/sample-lab.mdx:3:7
      problem   The frontmatter is not YAML.
      expected  YAML
      found     Missing closing "quote
      to do     Change the frontmatter; src/schema/page.ts says what it holds."
  `);
});
