import { z } from 'zod';
import { deviceSlug, unit, valueId } from './primitives.ts';
import { ratioOfMedians, summarize, verdictOf } from './statistics.ts';

export const summary = z.strictObject({
  n: z.int().positive(),
  min: z.number(),
  q1: z.number(),
  median: z.number(),
  q3: z.number(),
  max: z.number(),
});

/** When sampling ended, and whether the rule was met or the limit cut it off. */
export const stopRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sample-count'), samples: z.int().positive() }),
  z.strictObject({
    kind: z.literal('relative-spread'),
    below: z.number().positive().describe('interquartile range over median'),
    leastSamples: z.int().positive(),
    mostSamples: z.int().positive(),
    mostDiscarded: z.int().positive().optional().describe('sampling also ends after this many discarded samples'),
    reached: z.boolean(),
  }),
]);

/** How this project's own harness takes samples. Another way of measuring is another kind. */
export const measuringMethod = z.strictObject({
  kind: z.literal('sampled-in-turn'),
  timed: z.string().min(1).describe('what lies between the two readings of the clock'),
  clock: z.enum(['cuda-events', 'clock64', 'globaltimer', 'steady-clock']),
  cache: z.enum(['cold', 'warm', 'not-applicable']),
  flush: z.string().min(1).nullable().describe('how the cache was made cold'),
  warmups: z.int().nonnegative(),
  operationsPerSample: z.int().positive().describe('the reading is divided by this'),
  stopRule,
});

/** What a bandwidth is computed from: it is this over the time. */
export const movedBytes = z
  .int()
  .positive()
  .describe(
    'bytes of memory that one operation cannot do without reading or writing; absent where no bandwidth is meant',
  );

const reasonBits = z
  .string()
  .regex(/^0x[0-9a-f]+$/, { error: 'must be hexadecimal', abort: true })
  .describe("the driver's bit field of active clock event reasons");

const read = z
  .strictObject({
    status: z.literal('read'),
    readings: z.int().min(2).describe('how often the device was asked, always between samples'),
    smClockMHz: z.strictObject({
      before: z.number().nonnegative(),
      after: z.number().nonnegative(),
      least: z.number().nonnegative(),
    }),
    throttleReasons: z.strictObject({
      before: reasonBits,
      after: reasonBits,
      ever: reasonBits.describe('every reason that any reading had'),
    }),
  })
  .superRefine(({ smClockMHz: { before, after, least }, throttleReasons: reasons }, context) => {
    if (least > Math.min(before, after)) {
      context.addIssue({ code: 'custom', path: ['smClockMHz', 'least'], message: 'is above another reading' });
    }
    if (((BigInt(reasons.before) | BigInt(reasons.after)) & ~BigInt(reasons.ever)) !== 0n) {
      context.addIssue({ code: 'custom', path: ['throttleReasons', 'ever'], message: 'lacks a reason of a reading' });
    }
  });

/** How fast the device ran while the samples were taken, and what held it down; or why that is not known. */
export const conditions = z.discriminatedUnion('status', [
  read,
  z.strictObject({ status: z.literal('unavailable'), reason: z.string().min(1) }),
]);
export type Conditions = z.infer<typeof conditions>;

/** Raw samples with the summary that follows from them. A file whose summary does not follow is invalid. */
export const measurement = z
  .strictObject({
    basis: z.literal('samples').describe('what the summary rests on'),
    id: valueId,
    description: z.string().min(1),
    unit,
    bytes: movedBytes.optional(),
    run: valueId,
    method: measuringMethod,
    conditions,
    samples: z.array(z.number()).min(1),
    discarded: z.array(z.strictObject({ sample: z.number(), reason: z.string().min(1) })),
    summary,
  })
  .superRefine((value, context) => {
    const expected = summarize(value.samples);
    for (const key of Object.keys(expected) as (keyof typeof expected)[]) {
      if (Math.abs(expected[key] - value.summary[key]) > 1e-9 * Math.abs(expected[key])) {
        context.addIssue({
          code: 'custom',
          path: ['summary', key],
          message: `is ${String(value.summary[key])}, but the samples give ${String(expected[key])}`,
        });
      }
    }
  });
export type Measurement = z.infer<typeof measurement>;

/**
 * What a comparison must come to, for times and cycle counts: the first is not slower beyond noise, or reaches a share of
 * the speed of the second, with the whole interval. Where `onlyOn` names devices, on any other it is an observation.
 */
export const comparisonGate = z.strictObject({
  requires: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('not-slower') }),
    z.strictObject({ kind: z.literal('reaches'), share: z.number().positive().describe('0.97 is 97% of the speed') }),
  ]),
  onlyOn: z.array(deviceSlug).min(1).optional().describe('the devices where it is a gate; left out, it is one on all'),
});
export type ComparisonGate = z.infer<typeof comparisonGate>;

/** Two measurements whose samples were taken in turn in one process. `ratio` is first over second. */
export const comparison = z.strictObject({
  id: valueId,
  description: z.string().min(1),
  first: valueId,
  second: valueId,
  interval: z.strictObject({
    method: z.literal('block-bootstrap-of-median-ratio'),
    confidence: z.number().gt(0).lt(1),
    blockRounds: z.int().positive(),
    leastEffect: z.number().nonnegative().describe('a smaller difference gets no verdict'),
    resamples: z.int().positive(),
    seed: z.int().nonnegative(),
    ratio: z.number().positive(),
    low: z.number().positive(),
    high: z.number().positive(),
  }),
  verdict: z.enum(['faster', 'slower', 'no-clear-difference']),
  gate: comparisonGate.optional().describe('what the plan requires of it; absent when it is only recorded'),
});
export type Comparison = z.infer<typeof comparison>;

/** What is wrong with a comparison, given its two measurements; null when it follows from them. */
export function comparisonFault(value: Comparison, first: Measurement, second: Measurement): string | null {
  if (first.unit !== second.unit) return `compares ${first.unit} with ${second.unit}`;
  if (first.run !== second.run) return 'compares measurements of two runs, which were not sampled in turn';
  if (first.discarded.length !== second.discarded.length) return 'compares arms of which not the same rounds were kept';
  if (first.samples.length !== second.samples.length) return 'compares arms that were not sampled in turn';
  const expected = ratioOfMedians(first.samples, second.samples, value.interval);
  for (const key of ['ratio', 'low', 'high'] as const) {
    if (Math.abs(expected[key] - value.interval[key]) > 1e-9 * expected[key]) {
      return `states ${key} ${String(value.interval[key])}, but the samples give ${String(expected[key])}`;
    }
  }
  const verdict = verdictOf(expected, value.interval.leastEffect);
  return verdict === value.verdict ? null : `states "${value.verdict}", but its interval says "${verdict}"`;
}

/** What a gate requires, in words. */
export function requirementText({ requires }: ComparisonGate): string {
  if (requires.kind === 'not-slower') return 'not slower';
  return `${String(Math.round(requires.share * 1e6) / 1e4)}% of the speed with the whole interval`;
}

/** Whether a comparison is a gate on this device. */
export function isGate({ gate }: Pick<Comparison, 'gate'>, deviceSlug: string): boolean {
  return gate !== undefined && (gate.onlyOn?.includes(deviceSlug) ?? true);
}

/** Whether a comparison comes to what its gate requires; true where nothing is required. */
export function meetsGate({ gate, interval, verdict }: Pick<Comparison, 'gate' | 'interval' | 'verdict'>): boolean {
  if (gate === undefined) return true;
  return gate.requires.kind === 'not-slower' ? verdict !== 'slower' : interval.high * gate.requires.share <= 1;
}
