import { z } from 'zod';

/** How a process ended. Every way it can end is a variant; none is text in a data field. */
export const ended = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exited'), code: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal('signalled'), signal: z.string().min(1) }),
  z.strictObject({ kind: z.literal('timed-out'), afterSeconds: z.number().positive() }),
  z.strictObject({ kind: z.literal('not-started'), reason: z.string().min(1) }),
  z.strictObject({ kind: z.literal('skipped'), reason: z.string().min(1) }),
]);
export type Ended = z.infer<typeof ended>;

/** An error the CUDA runtime or driver returned to the program, with the call that got it. */
export const cudaError = z.strictObject({
  code: z.int().positive(),
  name: z.string().min(1),
  text: z.string().min(1),
  call: z.string().min(1),
  file: z.string().min(1),
  line: z.int().positive(),
});
export type CudaError = z.infer<typeof cudaError>;
