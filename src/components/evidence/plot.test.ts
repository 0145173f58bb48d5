import { expect, test } from 'vitest';
import { along, dotsOf, scaleFor } from './plot.ts';

test('an axis runs from tick to tick around the values', () => {
  expect(scaleFor([23.1, 24.9])).toMatchObject({ low: 23, high: 25, step: 0.5 });
  expect(scaleFor([0.0121, 0.0188])).toMatchObject({ step: 0.002 });
});

test.each([0, 26, -3])('samples that are all %s lie inside the axis, not on its end', (value) => {
  const { low, high } = scaleFor([value, value]);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
});

test('values lie between its ends', () => {
  const scale = scaleFor([10, 20]);
  expect(along(scale, 10)).toBe(0);
  expect(along(scale, 15)).toBe(0.5);
  expect(along(scale, 20)).toBe(1);
});

test('dots keep the order in which the samples were taken', () => {
  expect(dotsOf([12, 20, 10], scaleFor([10, 20]))).toEqual([
    { x: 0.2, y: 0 },
    { x: 1, y: 0.5 },
    { x: 0, y: 1 },
  ]);
});
