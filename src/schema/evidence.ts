import { z } from 'zod';
import { build } from './build.ts';
import { check } from './check.ts';
import { device, deviceState } from './device.ts';
import { contradictions } from './contradictions.ts';
import { comparison, measurement } from './measurement.ts';
import { modelComparison, vector } from './model.ts';
import { deviceSlug, labName, repoPath, session, sha256, utcTime } from './primitives.ts';
import { profile } from './profile.ts';
import { run } from './run.ts';
import { sanitizer } from './sanitizer.ts';
import { sass } from './sass.ts';
import { toolchain } from './toolchain.ts';

/** The newest evidence format this code reads and the one it writes. */
export const EVIDENCE_FORMAT = 2;

/**
 * The version of how samples are taken and summarized. Raising it makes every earlier measurement stale; a new
 * version of the tool alone does not.
 */
export const MEASURING_METHOD = 2;

export const inputFile = z.strictObject({
  path: repoPath,
  role: z
    .enum(['plan', 'source', 'header', 'harness', 'data', 'control'])
    .describe('control: a file of the lab that shows whether the sanitizers can fire'),
  sha256,
});
export type InputFile = z.infer<typeof inputFile>;

const toolOf = z.strictObject({ name: z.string().min(1), version: z.string().min(1) });

/** Values that differ between two captures of the same thing. They are together so that a re-run is a readable diff. */
export const capture = z.strictObject({
  at: utcTime,
  session,
  tool: toolOf,
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
  migrated: z
    .array(z.strictObject({ from: z.int().positive(), to: z.int().positive(), tool: toolOf }))
    .min(1)
    .optional()
    .describe(
      'the formats that `lockstep migrate` rewrote the file from and to, in turn; absent when it was captured so',
    ),
});
export type Capture = z.infer<typeof capture>;

const envelope = z.strictObject({
  format: z.strictObject({ name: z.literal('lockstep-evidence'), version: z.literal(EVIDENCE_FORMAT) }),
  origin: z
    .discriminatedUnion('kind', [z.strictObject({ kind: z.literal('verified') })])
    .describe('how the file came about: verified by this tool on a machine with the device'),
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
  digest: sha256.describe(
    'of the canonical JSON (RFC 8785) of everything else; it finds accidents. A signature lies in a file beside this one',
  ),
});
export type Envelope = z.infer<typeof envelope>;

/** Evidence: everything one verification of one lab on one device has to say. */
export const evidence = envelope.superRefine((value, context) => {
  for (const { path, message } of contradictions(value)) context.addIssue({ code: 'custom', path, message });
});
export type Evidence = z.infer<typeof evidence>;

/** Read before anything else: tells another format or a newer version apart from a damaged file. */
export const formatOnly = z.looseObject({ format: z.looseObject({ name: z.string(), version: z.int() }) });
