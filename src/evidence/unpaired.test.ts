import { expect, test } from 'vitest';
import { ratioOfUnpaired, UNPAIRED } from './unpaired.ts';

const around = (center: number, n = 20): number[] =>
  Array.from({ length: n }, (_, index) => center * (1 + ((index % 5) - 2) / 1000));

test('the ratio is second over first, within its interval', () => {
  const { ratio, low, high } = ratioOfUnpaired(around(10), around(12)) ?? { ratio: 0, low: 0, high: 0 };
  expect(ratio).toBeCloseTo(1.2, 10);
  expect(low).toBeLessThanOrEqual(ratio);
  expect(high).toBeGreaterThanOrEqual(ratio);
  expect([low > 1.19, high < 1.21]).toEqual([true, true]);
});

test('the sets may differ in size, and the same sets give the same interval', () => {
  const [first, second] = [around(10, 7), around(10, 40)];
  expect(ratioOfUnpaired(first, second)).toEqual(ratioOfUnpaired(first, second));
});

test('more spread widens the interval', () => {
  const wide = around(10).map((sample, index) => sample * (index % 2 === 0 ? 1.1 : 1));
  const [narrow, broad] = [around(10), wide].map((samples) => ratioOfUnpaired(samples, around(10)));
  const width = (interval: typeof narrow): number => (interval?.high ?? 0) - (interval?.low ?? 0);
  expect(width(broad)).toBeGreaterThan(width(narrow));
});

test('without spread the interval is the ratio', () => {
  expect(ratioOfUnpaired([4, 4, 4], [2, 2])).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
});

test('what is not above zero has no ratio', () => {
  expect(ratioOfUnpaired([0, 1], [1, 1])).toBeNull();
  expect(ratioOfUnpaired([1, 1], [-1, 1])).toBeNull();
});

test('a verdict keeps clear of what differs between processes', () => {
  expect(UNPAIRED.leastEffect).toBeGreaterThan(0);
});
