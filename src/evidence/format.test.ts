import { expect, test } from 'vitest';
import { formatBytes, formatCount, formatDate, formatNumber, formatShare, formatValue } from './format.ts';

test.each([
  { value: 3.27314, spread: 0.0123, text: '3.27' },
  { value: 3.27314, spread: 0.002, text: '3.273' },
  { value: 3.2, spread: 0.0123, text: '3.20' },
  { value: 3.27314, spread: 9, text: '3.3' },
  { value: 12_345, spread: 300, text: '12,300' },
  { value: 0.00123456, spread: 0.00001, text: '0.00123' },
  { value: 23, spread: 0, text: '23' },
  { value: 23.5, spread: 0, text: '23.5' },
  { value: 1 / 3, spread: 0, text: '0.3333' },
  { value: 8205, spread: 0, text: '8,205' },
  { value: 1_048_576, spread: 0, text: '1,048,576' },
  { value: 0, spread: 0, text: '0' },
  { value: 0, spread: 0.1, text: '0' },
  { value: -1.25, spread: 0.1, text: '-1.3' },
])('$value with a spread of $spread reads $text', ({ value, spread, text }) => {
  expect(formatNumber(value, spread)).toBe(text);
});

test('a number and its unit stay on one line', () => {
  expect(formatValue(3.27314, 'ms', 0.01).text).toBe('3.27\u202fms');
  expect(formatValue(1.153, 'ratio', 0.01).text).toBe('1.15×');
  expect(formatValue(12.34, '%', 0.1).text).toBe('12.3%');
  expect(formatValue(8205, 'count')).toEqual({ number: '8,205', unit: '', text: '8,205' });
});

test('dates, shares, counts and bytes', () => {
  expect(formatDate('2026-01-31T23:59:59Z')).toBe('31 January 2026');
  expect(formatShare(0.95)).toBe('95%');
  expect(formatShare(0.999)).toBe('99.9%');
  expect(formatCount(1, 'file')).toBe('1 file');
  expect(formatCount(0, 'entry', 'entries')).toBe('0 entries');
  expect(formatBytes(52_428_800)).toBe('50\u202fMiB');
  expect(formatBytes(17)).toBe('17\u202fB');
});
