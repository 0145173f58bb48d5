import { expect, it } from 'vitest';
import { allText, childOf, parseXml, textOf } from './xml.ts';

it('reads elements, text, entities, comments and a declaration', () => {
  const root = parseXml(
    'a tool',
    '<?xml version="1.0"?>\n<a>\n <!-- <no> --><b x="1">1 &lt; 2 &#38; &#x33;</b><c/>\n</a>\n',
  );
  expect([root.name, textOf(root, 'b'), childOf(root, 'c'), textOf(root, 'c'), textOf(root, 'd')]).toEqual([
    'a',
    '1 < 2 & 3',
    { name: 'c', children: [], text: '' },
    null,
    null,
  ]);
  expect(allText(root)).toBe('1 < 2 & 3');
});

it.each([
  ['an end that is missing', '<a>\n<b>', 2, 'the end of <b>'],
  ['another end', '<a>\n<b>\n</a>', 3, 'the end of <b>'],
  ['half an element', '<a>\n<b', 2, 'an element'],
  ['text alone', 'no report', 1, 'one element around everything'],
  ['two documents', '<a/><b/>', 1, 'one element around everything'],
])('refuses %s', (_, source, line, expected) => {
  expect(() => parseXml('a tool', source)).toThrow(
    expect.objectContaining({ place: { file: 'output of a tool', line }, expected }) as Error,
  );
});
