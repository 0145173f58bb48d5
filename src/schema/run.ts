import { z } from 'zod';
import { cudaError, ended } from './outcome.ts';
import { printedText, valueId } from './primitives.ts';

/** One execution of a program, or one transcript of a command. Durations are in `capture`. */
export const run = z.strictObject({
  id: valueId,
  build: valueId.nullable().describe('the build it ran; null for a plain command'),
  command: z.array(z.string()).min(1),
  ended,
  expected: ended
    .nullable()
    .describe('how the plan says it must end; null when any ending is recorded and none is required'),
  cudaError: cudaError.nullable(),
  stdout: printedText,
  stderr: printedText,
});
export type Run = z.infer<typeof run>;
