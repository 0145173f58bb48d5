import { z } from 'zod';
import { sha256, utcTime } from './primitives.ts';

/** A named person stands behind a page, as author or as reviewer, at the digest of what its reader sees. */
export const signoffRecord = z.strictObject({
  role: z.enum(['author', 'reviewer']),
  person: z.string().min(1),
  at: utcTime,
  covers: sha256,
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
