import { z } from 'zod';
import { ended } from './outcome.ts';
import { labName, printedText, session, target, valueId } from './primitives.ts';

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
  control: z
    .strictObject({ lab: labName, sanitizer: valueId, session, fired: z.boolean() })
    .nullable()
    .describe('the run that shows whether the tool could fire in this session'),
  verdict: z.enum(['as-expected', 'unexpected', 'unproven', 'unavailable']),
  said: printedText,
});
export type Sanitizer = z.infer<typeof sanitizer>;

/** The only verdict that follows from what was expected, what came, and whether the tool could have fired. */
export function sanitizerVerdict({
  expected,
  ended: found,
  findings,
  summaryLine,
  control,
}: Omit<Sanitizer, 'verdict'>): Sanitizer['verdict'] {
  if (found.kind === 'not-started' || found.kind === 'skipped') return 'unavailable';
  if (summaryLine === null) return 'unexpected';
  if (expected.kind === 'finding') {
    return findings.some(({ kind }) => kind === expected.of) ? 'as-expected' : 'unexpected';
  }
  if (findings.length > 0) return 'unexpected';
  return control?.fired === true ? 'as-expected' : 'unproven';
}
