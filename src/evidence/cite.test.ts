import { expect, it } from 'vitest';
import { resolveCitation } from './cite.ts';
import { PLACE, sampleContext } from './fixtures/sample-context.ts';

it('numbers the sources of the page', () => {
  expect(resolveCitation(sampleContext(), { source: 'guide' }, PLACE)).toEqual({ number: 1, anchor: 'source-guide' });
});

it('refuses a source that the page does not list', () => {
  expect(() => resolveCitation(sampleContext(), { source: 'guise' }, PLACE)).toThrowErrorMatchingInlineSnapshot(`
    [Problem: content/days/page.mdx:12:3
      problem   The page lists no source "guise".
      expected  a known name; nearest: "guide"
      found     "guise"
      to do     Change the name, or add the source to the frontmatter of content/days/page.mdx.]
  `);
});
