import { expect, test } from 'vitest';
import { expectedName, nearest } from './nearest.ts';

test('the names nearest to the wanted one come first', () => {
  expect(nearest('ladder/sum/tiem', ['exchange', 'ladder/sum/time', 'ladder/max/time'])).toEqual([
    'ladder/sum/time',
    'ladder/max/time',
  ]);
});

test('when nothing is near, what there is', () => {
  expect(expectedName('zzzzzz', ['a', 'b'])).toBe('one of "a", "b"');
  expect(
    expectedName(
      'zzzzzz',
      Array.from({ length: 14 }, (_, at) => `n${String(at)}`),
    ),
  ).toMatch(/ and 2 more$/);
  expect(expectedName('zzzzzz', [])).toBe('nothing: there is none');
});
