import { z } from 'zod';
import { ended } from './outcome.ts';
import { printedText, target, valueId } from './primitives.ts';

export const sanitizerTool = z.enum(['memcheck', 'racecheck', 'synccheck', 'initcheck']);

export const sanitizerExpectation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('clean') }),
  z.strictObject({ kind: z.literal('finding'), of: z.string().min(1) }),
  z.strictObject({ kind: z.literal('silence'), reason: z.string().min(1) }),
]);

export const sanitizerFinding = z.strictObject({
  severity: z.enum(['error', 'warning', 'info']),
  kind: z.string().min(1),
  message: z.string().min(1),
  kernel: z.string().min(1).nullable(),
  file: z.string().min(1).nullable(),
  line: z.int().positive().nullable(),
  count: z.int().positive(),
});

/** One sanitizer over one program. `control` names the run that proves the tool could fire in this session. */
export const sanitizer = z.strictObject({
  id: valueId,
  tool: sanitizerTool,
  build: valueId,
  target,
  expected: sanitizerExpectation,
  ended,
  findings: z.array(sanitizerFinding),
  summaryLine: z.string().min(1).nullable(),
  control: valueId.nullable(),
  verdict: z.enum(['as-expected', 'unexpected', 'unproven', 'unavailable']),
  said: printedText,
});
export type Sanitizer = z.infer<typeof sanitizer>;
