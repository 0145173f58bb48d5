import { quantile, summarize } from '../schema/statistics.ts';
import type { RatioInterval } from '../schema/statistics.ts';

/** How two sets of samples from two processes are compared. Stated in what `lockstep diff` prints. */
export const UNPAIRED = {
  method: 'unpaired-bootstrap-of-median-ratio',
  resamples: 1000,
  seed: 20_260_101,
  confidence: 0.95,
  /**
   * A smaller difference gets no verdict: the two were not sampled in turn, and clocks, temperature and the placement
   * of memory differ between processes by more than the spread within one shows.
   */
  leastEffect: 0.02,
} as const;

/** xorshift32 (Marsaglia, 2003): seeded, so that an interval can be computed again. */
function seededRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/**
 * The ratio of the medians, second over first, with a percentile bootstrap interval (Efron and Tibshirani, 1993, ch. 13)
 * that draws from each set on its own. The interval holds the noise within the two processes, and none between them.
 * Deterministic. Null unless all samples are above zero.
 */
export function ratioOfUnpaired(first: readonly number[], second: readonly number[]): RatioInterval | null {
  if ([...first, ...second].some((sample) => sample <= 0)) return null;
  const random = seededRandom(UNPAIRED.seed);
  const redrawn = (samples: readonly number[]): number =>
    summarize(samples.map(() => samples[Math.floor(random() * samples.length)] ?? 0)).median;
  const ratios = Array.from({ length: UNPAIRED.resamples }, () => redrawn(second) / redrawn(first)).sort(
    (a, b) => a - b,
  );
  const tail = (1 - UNPAIRED.confidence) / 2;
  return {
    ratio: summarize(second).median / summarize(first).median,
    low: quantile(ratios, tail),
    high: quantile(ratios, 1 - tail),
  };
}
