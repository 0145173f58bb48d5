import { expect, test } from 'vitest';
import { cells, cellStart, STRIP_WIDTH } from './strip.ts';

test('the strip ends with its last cell', () => {
  expect(cellStart(31) + 8).toBe(STRIP_WIDTH);
  expect(cells([0, 8], 10)).toBe('M0 0h8v10h-8zM83 0h8v10h-8z');
});
