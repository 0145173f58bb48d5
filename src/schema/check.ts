import { z } from 'zod';
import { repoPath, target, valueId } from './primitives.ts';

const comparable = z.union([z.number(), z.string(), z.boolean()]);

/** Where the answer came from: a program that ran, or the machine code of a kernel, counted or held against a pattern. */
export const checkOrigin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), run: valueId }),
  z.strictObject({
    kind: z.literal('sass'),
    build: valueId,
    kernel: z.string().min(1),
    target,
    opcode: z.string().min(1),
  }),
  z
    .strictObject({
      kind: z.literal('sass-pattern'),
      build: valueId,
      kernel: z.string().min(1),
      target,
      file: repoPath,
      line: z.int().positive(),
      text: z.string().min(1).describe('the items of the check, as `sass-item.ts` reads them, separated by ";"'),
    })
    .describe('a line "// SASS …" beside the kernel in its source; expected is "holds", got is that or what is wrong'),
]);
export type SassPatternOrigin = Extract<z.infer<typeof checkOrigin>, { kind: 'sass-pattern' }>;

/** What a check of a pattern expects, and got when the pattern holds. */
export const PATTERN_HOLDS = 'holds';

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
