import { z } from 'zod';
import { sha256, valueId } from './primitives.ts';

/** Bulk values that a program recorded, packed, with the seed that made their inputs. */
export const vector = z.strictObject({
  id: valueId,
  description: z.string().min(1),
  run: valueId,
  type: z.enum(['u8', 'i32', 'u32', 'f32', 'f64', 'u64']),
  shape: z.array(z.int().nonnegative()).min(1),
  seed: z.string().nullable(),
  encoding: z.enum(['base64', 'gzip-base64']).describe('little-endian'),
  data: z.string(),
});
export type Vector = z.infer<typeof vector>;

/** What a software model said of the same kernel on the same inputs, compared with the hardware. */
export const modelComparison = z.strictObject({
  id: valueId,
  model: z.strictObject({ name: z.string().min(1), sha256 }),
  kernel: z.string().min(1),
  compared: z.int().nonnegative(),
  differing: z.int().nonnegative(),
  diagnoses: z.array(z.strictObject({ kind: z.string().min(1), message: z.string().min(1) })),
});
export type ModelComparison = z.infer<typeof modelComparison>;
