import { z } from 'zod';
import { ended } from './outcome.ts';
import { printedText, sha256, valueId } from './primitives.ts';

const BYTES = { u8: 1, i32: 4, u32: 4, f32: 4, f64: 8, u64: 8 } as const;

const vectorFields = z.strictObject({
  id: valueId,
  description: z.string().min(1),
  run: valueId,
  type: z.enum(['u8', 'i32', 'u32', 'f32', 'f64', 'u64']),
  shape: z.array(z.int().nonnegative()).min(1),
  seed: z.string().nullable(),
  encoding: z.enum(['base64', 'gzip-base64']).describe('little-endian'),
  data: z.string(),
});
export type Vector = z.infer<typeof vectorFields>;

/** Bytes that a base64 text stands for (RFC 4648). */
const packedBytes = (text: string): number => (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0);

/** What is wrong with the packing of a vector; null when its data have the size that its shape and type give. */
export function vectorFault({ type, shape, encoding, data }: Omit<Vector, 'run'>): string | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data)) return 'is not base64';
  if (encoding !== 'base64') return null;
  const expected = shape.reduce((product, one) => product * one, 1) * BYTES[type];
  const found = packedBytes(data);
  return found === expected ? null : `holds ${String(found)} bytes, but its shape and type give ${String(expected)}`;
}

/** Bulk values that a program recorded, packed, with the seed that made their inputs. */
export const vector = vectorFields;

/** What a software model said of the same inputs as a recorded vector, compared with the hardware value by value. */
export const modelComparison = z.strictObject({
  id: valueId,
  vector: valueId,
  model: z.strictObject({ name: z.string().min(1), command: z.array(z.string()).min(1), sha256 }),
  result: z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('compared'),
      compared: z.int().positive(),
      differing: z.int().nonnegative(),
      first: z
        .array(z.strictObject({ index: z.int().nonnegative(), hardware: z.string(), model: z.string() }))
        .describe('at most the first twenty differences'),
      diagnoses: z.array(z.strictObject({ kind: z.string().min(1), message: z.string().min(1) })),
    }),
    z.strictObject({ status: z.literal('failed'), ended, said: printedText }),
  ]),
});
export type ModelComparison = z.infer<typeof modelComparison>;
