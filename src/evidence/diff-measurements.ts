import type { Measurement } from '../schema/measurement.ts';
import type { RatioInterval, Summary } from '../schema/statistics.ts';
import { ratioOfUnpaired, UNPAIRED } from './unpaired.ts';

/** One measurement in two files. They were not sampled in turn, so only a clear difference has a direction. */
export interface MeasurementDiff {
  id: string;
  unit: string;
  before: Summary | null;
  after: Summary | null;
  /** Second over first; null where they cannot be compared. */
  interval: RatioInterval | null;
  verdict: 'lower' | 'higher' | 'no-clear-difference' | 'only-before' | 'only-after' | 'not-comparable';
  /** Why they cannot be compared; null otherwise. */
  reason: string | null;
}

/** What must be the same for two numbers to be of the same thing; null when it is. */
function difference(before: Measurement, after: Measurement): string | null {
  if (before.unit !== after.unit) return `in ${before.unit} and in ${after.unit}`;
  for (const key of ['timed', 'clock', 'cache', 'flush', 'operationsPerSample'] as const) {
    const [one, other] = [before.method[key], after.method[key]];
    if (one !== other) return `${key}: ${String(one)} and ${String(other)}`;
  }
  return null;
}

function verdictOf({ low, high }: RatioInterval): 'lower' | 'higher' | 'no-clear-difference' {
  if (high < 1 - UNPAIRED.leastEffect) return 'lower';
  return low > 1 + UNPAIRED.leastEffect ? 'higher' : 'no-clear-difference';
}

function compare(before: Measurement, after: Measurement): Pick<MeasurementDiff, 'interval' | 'verdict' | 'reason'> {
  const differs = difference(before, after);
  if (differs !== null) return { interval: null, verdict: 'not-comparable', reason: differs };
  const interval = ratioOfUnpaired(before.samples, after.samples);
  if (interval !== null) return { interval, verdict: verdictOf(interval), reason: null };
  if (before.summary.median === after.summary.median) {
    return { interval, verdict: 'no-clear-difference', reason: null };
  }
  return { interval, verdict: 'not-comparable', reason: 'samples that are not above zero have no ratio' };
}

/** Every measurement of either file, by id, those of the first file first. */
export function measurementDiffs(before: readonly Measurement[], after: readonly Measurement[]): MeasurementDiff[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids].flatMap((id): MeasurementDiff[] => {
    const [one, other] = [before, after].map((list) => list.find((each) => each.id === id));
    const named = one ?? other;
    if (named === undefined) return [];
    const base = { id, unit: named.unit, before: one?.summary ?? null, after: other?.summary ?? null };
    if (one !== undefined && other !== undefined) return [{ ...base, ...compare(one, other) }];
    return [{ ...base, interval: null, verdict: one === undefined ? 'only-after' : 'only-before', reason: null }];
  });
}
