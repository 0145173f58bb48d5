import { z } from 'zod';
import { cudaError, ended, endsAs, requiredEnding } from './outcome.ts';
import { printedText, valueId } from './primitives.ts';

/** One execution of a program, or one transcript of a command. Durations are in `capture`. */
export const run = z.strictObject({
  id: valueId,
  build: valueId.nullable().describe('the build it ran; null for a plain command'),
  command: z.array(z.string()).min(1),
  environment: z
    .record(z.string(), z.string())
    .optional()
    .describe('variables that the plan sets beside the command; absent when it sets none'),
  ended,
  required: requiredEnding.nullable().describe('how the plan says it must end; null when any ending is only recorded'),
  cudaError: cudaError.nullable(),
  stdout: printedText,
  stderr: printedText,
});
export type Run = z.infer<typeof run>;

/** A run that the plan requires an ending of, and that ended in another way. */
export function runFailed({ ended: found, cudaError: error, required }: Run): boolean {
  return required !== null && !endsAs(found, error, required);
}
