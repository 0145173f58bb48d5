/** How a measurement was taken, in the words of a record. */
import { formatCount, formatNumber, formatShare } from '../../evidence/format.ts';
import type { ShownMeasurement } from '../../evidence/shown.ts';

type Method = ShownMeasurement['method'];

const CLOCKS: Record<Method['clock'], string> = {
  'cuda-events': 'CUDA events',
  clock64: "the multiprocessor's clock64()",
  globaltimer: "the device's global timer",
  'steady-clock': "the host's steady clock",
};

const CACHES: Record<Method['cache'], string> = {
  cold: 'caches cold',
  warm: 'caches warm',
  'not-applicable': 'caches play no part',
};

function stopText(rule: Method['stopRule'], discarded: number): string {
  if (rule.kind === 'sample-count') return `stopped after ${formatCount(rule.samples, 'sample')}`;
  const spread = formatShare(rule.below);
  if (rule.reached) return `stopped when half of the samples lay within ${spread} of the median`;
  return rule.mostDiscarded !== undefined && discarded >= rule.mostDiscarded
    ? `stopped at the limit of ${formatCount(rule.mostDiscarded, 'discarded sample')}, before the spread was ${spread}`
    : `stopped at the limit of ${formatCount(rule.mostSamples, 'sample')}: the spread stayed above ${spread}`;
}

/** `CUDA events; caches cold (L2 overwritten); 10 warm-ups; 1 operation a sample; stopped after 200 samples`. */
export function describeMethod(method: Method, discarded: number): string {
  const { clock, cache, flush, warmups, operationsPerSample, stopRule } = method;
  return [
    CLOCKS[clock],
    flush === null ? CACHES[cache] : `${CACHES[cache]} (${flush})`,
    formatCount(warmups, 'warm-up'),
    `${formatNumber(operationsPerSample)} ${operationsPerSample === 1 ? 'operation' : 'operations'} a sample`,
    stopText(stopRule, discarded),
  ].join('; ');
}
