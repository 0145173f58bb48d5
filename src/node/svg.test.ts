import { expect, test } from 'vitest';
import { svgFault } from './svg.ts';

const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`;

test('shapes and text in classes may stand in a page', () => {
  const marker = '<defs><marker id="m"><path d="M0 0"/></marker></defs>';
  const path = '<path class="diagram-stroke-line" d="M0 0L8 8" marker-end="url(#m)" fill="none"/>';
  expect(svgFault(svg(`<title id="t">a &lt; b</title>${marker}${path}<text x="1">a &gt; b</text>`))).toBeNull();
});

test.each([
  ['a script', '<script>alert(1)</script>', 'the element <script>'],
  ['HTML', '<foreignObject><div>a</div></foreignObject>', 'the element <foreignObject>'],
  ['a style sheet', '<style>g { fill: red }</style>', 'the element <style>'],
  ['a style attribute', '<g style="fill: red"></g>', 'the attribute style'],
  ['an event handler', '<g onclick="alert(1)"></g>', 'the attribute onclick'],
  ['an event handler in other quotes', "<g onclick='alert(1)'></g>", 'markup that is no plain element'],
  ['an event handler without quotes', '<g onclick=alert(1)></g>', 'markup that is no plain element'],
  ['a link', '<a href="https://example.org">a</a>', 'the element <a>'],
  ['another file', '<use href="https://example.org/x.svg#a"/>', 'href="https://example.org/x.svg#a"'],
  ['paint of another file', '<g fill="url(https://example.org/x.svg#a)"/>', 'fill="url(https://example.org/x.svg#a)"'],
  ['paint of another file, escaped', '<g fill="\\75rl(https://example.org)"/>', 'fill="\\75rl(https://example.org)"'],
  ['a comment', '<!-- <script> -->', 'the element <script>'],
  ['a declaration', '<!DOCTYPE svg>', 'markup that is no plain element'],
])('%s may not', (_what, inside, fault) => {
  expect(svgFault(svg(inside))).toBe(fault);
});

test('only SVG is SVG', () => {
  expect(svgFault('<p>text</p>')).toBe('a text that does not begin with <svg>');
  expect(svgFault(` ${svg('')}`)).toBe('a text that does not begin with <svg>');
});
