import { z } from 'zod';
import { deviceSlug, labName, repoPath, sha256, unit, utcTime, valueId } from './primitives.ts';

/**
 * One thing that the reader of a page sees. They are listed one by one so that a void sign-off can say what changed, and
 * so that a measured value can be compared with the one that was signed.
 */
export const coveredThing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('prose'), sha256 }),
  z.strictObject({ kind: z.literal('source'), file: repoPath, region: z.string().min(1), sha256 }),
  z.strictObject({
    kind: z.literal('value'),
    lab: labName,
    device: deviceSlug,
    id: valueId,
    part: z.string().min(1).describe('median, verdict, got, …'),
    value: z.union([z.number(), z.string(), z.boolean()]),
    unit: unit.nullable(),
  }),
  z.strictObject({
    kind: z.literal('machine-code'),
    lab: labName,
    device: deviceSlug,
    build: valueId,
    kernel: z.string().min(1),
    sha256,
  }),
  z.strictObject({ kind: z.literal('diagram'), sha256 }),
]);

/** A named person stands behind a page, as author or as reviewer. The signature covers everything else in the record. */
export const signoffRecord = z.strictObject({
  page: z.string().min(1).describe('kind and name of the page: days/NAME'),
  role: z.enum(['author', 'reviewer']),
  person: z.string().min(1),
  at: utcTime,
  covers: z.array(coveredThing).min(1),
  signature: z.string().min(1).describe('SSH signature, as ssh-keygen -Y sign writes it'),
});

/** `content/signoffs/<page>.json`. An empty list says that nobody has signed: the page is a draft. */
export const signoffs = z.strictObject({
  $schema: z.string().optional(),
  format: z.strictObject({ name: z.literal('lockstep-signoffs'), version: z.literal(1) }),
  page: z.string().min(1),
  records: z.array(signoffRecord),
});
export type Signoffs = z.infer<typeof signoffs>;
