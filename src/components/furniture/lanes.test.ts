import { expect, test } from 'vitest';
import { cells, cellStart, describeLanes, hexOfLanes, lanesOfMask, STRIP_WIDTH } from './lanes.ts';

test('a mask names its lanes, lowest bit first', () => {
  expect(lanesOfMask('0x0000000b')).toEqual([0, 1, 3]);
  expect(lanesOfMask(0xffffffff)).toHaveLength(32);
  expect(lanesOfMask(0x80000000)).toEqual([31]);
});

test.each(['0x1ffffffff', 'lanes', -1, 0.5])('%s is no mask', (mask) => {
  expect(() => lanesOfMask(mask)).toThrow(`${String(mask)} is no 32-bit mask: write it like 0x000fffff.`);
});

test('lanes go back to the mask, and into words', () => {
  expect(hexOfLanes(lanesOfMask('0x000fffff'))).toBe('0x000fffff');
  expect(describeLanes([0, 1, 2, 3, 8, 30, 31])).toBe('0–3, 8, 30–31');
  expect(describeLanes([])).toBe('none');
});

test('the strip ends with its last cell', () => {
  expect(cellStart(31) + 8).toBe(STRIP_WIDTH);
  expect(cells([0, 8], 10)).toBe('M0 0h8v10h-8zM83 0h8v10h-8z');
});
