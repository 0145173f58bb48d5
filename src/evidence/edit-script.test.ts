import { expect, test } from 'vitest';
import { editScript } from './edit-script.ts';

const MARKS = { kept: ' ', removed: '-', added: '+' };
const script = (first: string, second: string): string =>
  editScript([...first.split(' ')], [...second.split(' ')])
    .map(({ kind, text }) => `${MARKS[kind]}${text}`)
    .join('');

test.each([
  ['a b c', 'a b c', ' a b c'],
  ['a b c', 'a x c', ' a-b+x c'],
  ['a b c', 'a c', ' a-b c'],
  ['a c', 'a b c', ' a+b c'],
  ['a b a b', 'b a b a', '-a b a b+a'],
  ['a a a', 'a a', ' a a-a'],
  ['a', 'b', '-a+b'],
  ['a b c d e f', 'a x c d y f', ' a-b+x c d-e+y f'],
])('from %s to %s', (first, second, expected) => {
  expect(script(first, second)).toBe(expected);
});

test('both sequences can be read out of it, and it is a shortest one', () => {
  let state = 7;
  const draw = (): string => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return 'abcd'[Math.floor(state / 65536) % 4] ?? 'a';
  };
  for (let round = 0; round < 50; round++) {
    const [first, second] = [8, 11].map((length) => Array.from({ length }, draw));
    const edits = editScript(first ?? [], second ?? []);
    const texts = (...kinds: string[]): string[] =>
      edits.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
    expect(texts('kept', 'removed')).toEqual(first);
    expect(texts('kept', 'added')).toEqual(second);
    expect(texts('kept')).toHaveLength(longest(first ?? [], second ?? []));
  }
});

/** The length of the longest common subsequence, by its definition. */
function longest([one, ...ones]: string[], others: string[]): number {
  if (one === undefined) return 0;
  const at = others.indexOf(one);
  return Math.max(longest(ones, others), at === -1 ? 0 : 1 + longest(ones, others.slice(at + 1)));
}

test('sequences too long to align are replaced whole, between what they share', () => {
  const long = Array.from({ length: 5000 }, (_, index) => String(index));
  const edits = editScript(['first', ...long, 'last'], ['first', ...long.map((text) => `${text}'`), 'last']);
  expect(edits).toHaveLength(10_002);
  expect([edits[0], edits.at(-1)]).toEqual([
    { kind: 'kept', text: 'first' },
    { kind: 'kept', text: 'last' },
  ]);
});
