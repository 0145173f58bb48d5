import { z } from 'zod';
import { build } from './build.ts';
import { check, checkOutcome, gateFailed } from './check.ts';
import { device, deviceState } from './device.ts';
import { comparison, comparisonFault, measurement } from './measurement.ts';
import { modelComparison, vector } from './model.ts';
import type { ended } from './outcome.ts';
import { deviceSlug, labName, repoPath, sha256, utcTime } from './primitives.ts';
import { profile } from './profile.ts';
import { run } from './run.ts';
import { sanitizer } from './sanitizer.ts';
import { sass } from './sass.ts';
import { toolchain } from './toolchain.ts';

/** The newest evidence format this code reads and the one it writes. */
export const EVIDENCE_FORMAT = 1;

/**
 * The version of how samples are taken and summarized. Raising it makes every earlier measurement stale; a new
 * version of the tool alone does not.
 */
export const MEASURING_METHOD = 1;

export const inputFile = z.strictObject({
  path: repoPath,
  role: z.enum(['plan', 'source', 'header', 'harness']),
  sha256,
});
export type InputFile = z.infer<typeof inputFile>;

/** Values that differ between two captures of the same thing. They are together so that a re-run is a readable diff. */
export const capture = z.strictObject({
  at: utcTime,
  tool: z.strictObject({ name: z.string().min(1), version: z.string().min(1) }),
  argv: z.array(z.string()),
  git: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('known'), commit: z.string().regex(/^[0-9a-f]{40}$/), dirty: z.boolean() }),
    z.strictObject({ status: z.literal('unknown'), reason: z.string().min(1) }),
  ]),
  stateBefore: deviceState,
  stateAfter: deviceState,
  seconds: z
    .record(z.string().min(1), z.number().nonnegative())
    .describe('duration of each build, run and listing, by id'),
});
export type Capture = z.infer<typeof capture>;

const envelope = z.strictObject({
  format: z.strictObject({ name: z.literal('lockstep-evidence'), version: z.literal(EVIDENCE_FORMAT) }),
  lab: labName,
  deviceSlug,
  method: z.strictObject({ version: z.int().positive() }),
  verdict: z.enum(['passed', 'failed']),
  inputs: z.array(inputFile).min(1),
  device,
  toolchain,
  builds: z.array(build),
  sass,
  runs: z.array(run),
  measurements: z.array(measurement),
  comparisons: z.array(comparison),
  checks: z.array(check),
  sanitizers: z.array(sanitizer),
  profiles: z.array(profile),
  vectors: z.array(vector),
  models: z.array(modelComparison),
  capture,
  digest: sha256.describe('of the canonical JSON (RFC 8785) of everything else in the file'),
});
type Envelope = z.infer<typeof envelope>;

/** Why this evidence counts as failed; empty when every gate held and every required run ended as the plan says. */
export function failures(evidence: Pick<Envelope, 'builds' | 'runs' | 'checks' | 'sanitizers' | 'sass'>): string[] {
  const sameEnd = (a: z.infer<typeof ended>, b: z.infer<typeof ended>): boolean =>
    a.kind === b.kind && (a.kind !== 'exited' || (b.kind === 'exited' && a.code === b.code));
  return [
    ...evidence.builds.filter((one) => one.result.status === 'failed').map((one) => `build ${one.id} failed`),
    ...evidence.runs
      .filter((one) => one.expected !== null && !sameEnd(one.ended, one.expected))
      .map((one) => `run ${one.id} did not end as the plan says`),
    ...evidence.checks.filter(gateFailed).map((one) => `gate ${one.id} does not hold: ${checkOutcome(one)}`),
    ...evidence.sanitizers
      .filter((one) => one.verdict === 'unexpected')
      .map((one) => `sanitizer ${one.id} is unexpected`),
    ...evidence.sass.listings
      .filter((one) => one.crossCheck.verdict === 'differ')
      .map((one) => `two disassemblers differ on ${one.kernel} for ${one.target}`),
  ];
}

/** Evidence format 1: everything one verification of one lab on one device has to say. */
export const evidence = envelope.superRefine((value, context) => {
  const complain = (path: (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path, message });
  };
  const known = new Set(value.runs.map((one) => one.id));
  const byId = new Map(value.measurements.map((one) => [one.id, one]));

  for (const list of ['builds', 'runs', 'measurements', 'comparisons', 'checks', 'sanitizers', 'profiles'] as const) {
    const seen = new Set<string>();
    value[list].forEach((one, index) => {
      if (seen.has(one.id)) complain([list, index, 'id'], `"${one.id}" is there twice`);
      seen.add(one.id);
    });
  }
  value.measurements.forEach((one, index) => {
    if (!known.has(one.run)) complain(['measurements', index, 'run'], `names no run: "${one.run}"`);
  });
  value.comparisons.forEach((one, index) => {
    const first = byId.get(one.first);
    const second = byId.get(one.second);
    const fault =
      first === undefined || second === undefined
        ? 'compares a measurement that is not in the file'
        : comparisonFault(one, first, second);
    if (fault !== null) complain(['comparisons', index], fault);
  });
  if (value.device.kind === 'none' && value.measurements.length > 0) {
    complain(['measurements'], 'no device was reached, so nothing can have been measured');
  }
  const failed = failures(value).length > 0;
  if (failed !== (value.verdict === 'failed')) {
    complain(['verdict'], `is "${value.verdict}", but ${failed ? (failures(value)[0] ?? '') : 'every gate holds'}`);
  }
});
export type Evidence = z.infer<typeof evidence>;

/** Read before anything else: tells another format or a newer version apart from a damaged file. */
export const formatOnly = z.looseObject({ format: z.looseObject({ name: z.string(), version: z.int() }) });
