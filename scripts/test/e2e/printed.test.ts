import { expect, test } from 'vitest';
import { readPrinted } from './printed.ts';

test.each([
  ['3.27\u202fms', { value: 3.27, half: 0.005, unit: 'ms' }],
  ['8,205', { value: 8205, half: 0.5, unit: '' }],
  ['1.15×', { value: 1.15, half: 0.005, unit: '×' }],
  ['12,300 ns', { value: 12300, half: 50, unit: 'ns' }],
  ['0.50%', { value: 0.5, half: 0.005, unit: '%' }],
  ['faster', null],
])('%j', (text, expected) => {
  expect(readPrinted(text)).toEqual(expected);
});
