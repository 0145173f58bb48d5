import { z } from 'zod';
import { target, valueId } from './primitives.ts';

const comparable = z.union([z.number(), z.string(), z.boolean()]);

/** Where the number came from: a program that ran, or the machine code of a kernel. */
export const checkOrigin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), run: valueId }),
  z.strictObject({
    kind: z.literal('sass'),
    build: valueId,
    kernel: z.string().min(1),
    target,
    opcode: z.string().min(1),
  }),
]);

/** Equal, or for numbers within an absolute tolerance. NaN holds against nothing. */
export function holds(expected: number | string | boolean, got: number | string | boolean, tolerance: number): boolean {
  if (typeof expected === 'number' && typeof got === 'number') return Math.abs(expected - got) <= tolerance;
  return expected === got && expected !== 'NaN';
}

export const checkResult = z.discriminatedUnion('status', [
  z
    .strictObject({
      status: z.literal('judged'),
      expected: comparable,
      got: comparable,
      tolerance: z.number().nonnegative(),
      holds: z.boolean(),
    })
    .refine((value) => value.holds === holds(value.expected, value.got, value.tolerance), {
      path: ['holds'],
      error: 'does not follow from expected, got and tolerance',
    }),
  z.strictObject({
    status: z.literal('recorded').describe('an observation that has no right answer'),
    got: comparable,
  }),
  z.strictObject({ status: z.literal('not-reported'), reason: z.string().min(1) }),
]);

/**
 * A gate must hold or the verification fails. An observation is recorded and never gated: what undefined behaviour
 * happened to do is an observation.
 */
export const check = z.strictObject({
  id: valueId,
  kind: z.enum(['gate', 'observation']),
  description: z.string().min(1),
  origin: checkOrigin,
  result: checkResult,
});
export type Check = z.infer<typeof check>;

/** A gate that was not reported, or reported without what was expected, has not held. */
export function gateFailed(value: Check): boolean {
  return value.kind === 'gate' && !(value.result.status === 'judged' && value.result.holds);
}

/** What a check came to, in words. */
export function checkOutcome({ result }: Check): string {
  switch (result.status) {
    case 'judged':
      return `expected ${String(result.expected)}, got ${String(result.got)}`;
    case 'recorded':
      return `got ${String(result.got)}, and nothing was expected`;
    case 'not-reported':
      return result.reason;
  }
}
