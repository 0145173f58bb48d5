/**
 * The statistics an evidence file states about its own samples. They live with the schema because a file whose
 * summary does not follow from its samples is invalid.
 */

export interface Summary {
  n: number;
  min: number;
  q1: number;
  median: number;
  q3: number;
  max: number;
}

/** Quantile of sorted values by linear interpolation between order statistics (Hyndman and Fan, 1996, type 7). */
export function quantile(sorted: readonly number[], probability: number): number {
  const position = (sorted.length - 1) * probability;
  const below = Math.floor(position);
  const low = sorted[below];
  const high = sorted[Math.min(below + 1, sorted.length - 1)];
  if (low === undefined || high === undefined) throw new RangeError('a quantile needs at least one value');
  return low + (high - low) * (position - below);
}

/** Five-number summary, in the unit of the samples. Throws RangeError when there are none. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    n: sorted.length,
    min: quantile(sorted, 0),
    q1: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q3: quantile(sorted, 0.75),
    max: quantile(sorted, 1),
  };
}

/** mulberry32: a small seeded generator, so that an interval can be recomputed from the file alone. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface RatioInterval {
  ratio: number;
  low: number;
  high: number;
}

export interface Bootstrap {
  resamples: number;
  seed: number;
  confidence: number;
  /** Rounds that are drawn together: one forwards and one backwards, so that what alternates stays in step. */
  blockRounds: number;
}

/** The samples of the drawn rounds; a round is the same index in both arms. */
function medianOfRounds(samples: readonly number[], starts: readonly number[], blockRounds: number): number {
  return summarize(starts.flatMap((start) => samples.slice(start, start + blockRounds))).median;
}

/**
 * Ratio of the medians of two arms that were sampled in turn, with a percentile bootstrap interval (Efron and
 * Tibshirani, 1993, ch. 13) over blocks of rounds (Künsch, 1989), the same blocks for both arms: samples of one round
 * share what disturbed them. Deterministic for a given seed. Throws RangeError when the arms have not the same number
 * of samples.
 */
export function ratioOfMedians(
  first: readonly number[],
  second: readonly number[],
  { resamples, seed, confidence, blockRounds }: Bootstrap,
): RatioInterval {
  if (first.length !== second.length) throw new RangeError('arms sampled in turn have the same number of samples');
  const random = seededRandom(seed);
  const blocks = Math.max(1, Math.floor(first.length / blockRounds));
  const ratios = Array.from({ length: resamples }, () => {
    const starts = Array.from({ length: blocks }, () => Math.floor(random() * blocks) * blockRounds);
    return medianOfRounds(first, starts, blockRounds) / medianOfRounds(second, starts, blockRounds);
  }).sort((a, b) => a - b);
  const tail = (1 - confidence) / 2;
  return {
    ratio: summarize(first).median / summarize(second).median,
    low: quantile(ratios, tail),
    high: quantile(ratios, 1 - tail),
  };
}

export type ComparisonVerdict = 'faster' | 'slower' | 'no-clear-difference';

/**
 * The first is faster only when the whole interval of first/second lies below 1 by more than `leastEffect`. One process
 * cannot tell a smaller difference from what changes between processes. For times and cycle counts.
 */
export function verdictOf({ low, high }: RatioInterval, leastEffect: number): ComparisonVerdict {
  if (high < 1 - leastEffect) return 'faster';
  if (low > 1 + leastEffect) return 'slower';
  return 'no-clear-difference';
}
