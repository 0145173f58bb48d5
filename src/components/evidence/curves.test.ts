import { describe, expect, test } from 'vitest';
import { alongLog, inWords, logScaleFor, spread } from './curves.ts';

test('an axis has the powers of ten around all values', () => {
  expect(logScaleFor([12, 4400])).toEqual({ low: 10, high: 10_000, ticks: [10, 100, 1000, 10_000] });
  expect(logScaleFor([100, 100])).toEqual({ low: 100, high: 1000, ticks: [100, 1000] });
});

test('a value lies by its logarithm', () => {
  expect(alongLog(1, 100, 10)).toBeCloseTo(0.5);
  expect(alongLog(1 << 10, 1 << 20, 1 << 20)).toBe(1);
  expect(alongLog(7, 7, 7)).toBe(0.5);
});

describe('labels', () => {
  test('stay where they are when there is room', () => {
    expect(spread([10, 200, 90], 18, 300)).toEqual([10, 200, 90]);
  });

  test('are pushed apart, in their order, and stay within the field', () => {
    const places = spread([290, 291, 292, 50], 18, 300);
    expect(places).toEqual([264, 282, 300, 50]);
    expect(spread([10, 10], 18, 300)).toEqual([10, 28]);
  });
});

test('a line in words', () => {
  const figure = { text: '4,400', form: 'bandwidth' as const, of: [] };
  const said = inWords(
    { mark: '7', text: 'the last', points: [{ bytes: 8, median: 4400, figure }] },
    (bytes) => `${String(bytes)} B`,
  );
  expect(said).toBe('7, the last: 4,400 at 8 B GB/s.');
});
