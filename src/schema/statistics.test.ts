import { describe, expect, it } from 'vitest';
import { quantile, ratioOfMedians, summarize, verdictOf } from './statistics.ts';

const bootstrap = { resamples: 500, seed: 7, confidence: 0.95, blockRounds: 2 };

it('interpolates quantiles between order statistics, as type 7 does', () => {
  // R: quantile(c(1, 2, 3, 4), c(.25, .5, .75)) gives 1.75, 2.5, 3.25.
  const sorted = [1, 2, 3, 4];
  expect([0.25, 0.5, 0.75].map((p) => quantile(sorted, p))).toEqual([1.75, 2.5, 3.25]);
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});

it('summarizes without changing the order of the samples', () => {
  const samples = [3, 1, 2];
  expect(summarize(samples)).toEqual({ n: 3, min: 1, q1: 1.5, median: 2, q3: 2.5, max: 3 });
  expect(samples).toEqual([3, 1, 2]);
});

describe('ratio of medians', () => {
  it('is the same for the same seed', () => {
    const first = [10, 11, 12, 13, 14];
    const second = [20, 21, 22, 23, 24];
    expect(ratioOfMedians(first, second, bootstrap)).toEqual(ratioOfMedians(first, second, bootstrap));
  });

  it('has an interval around it that narrows to it when samples do not vary', () => {
    const apart = ratioOfMedians([9, 10, 11, 10, 12], [5, 4, 6, 5, 5], bootstrap);
    expect(apart.ratio).toBe(2);
    expect(apart.low).toBeLessThanOrEqual(2);
    expect(apart.high).toBeGreaterThanOrEqual(2);
    expect(ratioOfMedians([6, 6, 6], [3, 3, 3], bootstrap)).toEqual({ ratio: 2, low: 2, high: 2 });
  });

  it('covers the true ratio about as often as it says', () => {
    // Two sample sets from one distribution: the interval should hold 1 in about 95 of 100 trials.
    let state = 12345;
    const random = (): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state / 4294967296;
    };
    const draw = (): number[] => Array.from({ length: 40 }, () => 100 + random() + random() + random());
    let covered = 0;
    for (let trial = 0; trial < 100; trial += 1) {
      const { low, high } = ratioOfMedians(draw(), draw(), { ...bootstrap, resamples: 300, seed: trial });
      if (low <= 1 && high >= 1) covered += 1;
    }
    expect(covered).toBeGreaterThanOrEqual(88);
    expect(covered).toBeLessThanOrEqual(100);
  });
});

it('keeps what alternates between rounds in step, and refuses arms that were not sampled in turn', () => {
  // Both arms switch between two clock states every round; their ratio does not change.
  const first = Array.from({ length: 40 }, (_, round) => (round % 2 === 0 ? 20 : 22));
  const second = first.map((value) => value * 2);
  const { ratio, low, high } = ratioOfMedians(first, second, bootstrap);
  expect([ratio, low, high]).toEqual([0.5, 0.5, 0.5]);
  expect(() => ratioOfMedians([1, 2], [1], bootstrap)).toThrow(RangeError);
});

it('calls a difference only where the whole interval lies clear of 1', () => {
  expect(verdictOf({ ratio: 0.9, low: 0.85, high: 0.98 }, 0.01)).toBe('faster');
  expect(verdictOf({ ratio: 1.1, low: 1.02, high: 1.2 }, 0.01)).toBe('slower');
  expect(verdictOf({ ratio: 0.98, low: 0.95, high: 1 }, 0.01)).toBe('no-clear-difference');
  expect(verdictOf({ ratio: 1.009, low: 1.008, high: 1.01 }, 0.01)).toBe('no-clear-difference');
});
