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

/** How a plan says that a process must end. */
export const requiredEnding = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exited'), code: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal('signalled'), signal: z.string().min(1) }),
  z.strictObject({ kind: z.literal('timed-out') }),
  z.strictObject({ kind: z.literal('cuda-error'), code: z.int().positive() }),
]);
export type RequiredEnding = z.infer<typeof requiredEnding>;

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

/** Whether a process ended as the plan says. */
export function endsAs(found: Ended, error: CudaError | null, required: RequiredEnding): boolean {
  switch (required.kind) {
    case 'exited':
      return found.kind === 'exited' && found.code === required.code;
    case 'signalled':
      return found.kind === 'signalled' && found.signal === required.signal;
    case 'timed-out':
      return found.kind === 'timed-out';
    case 'cuda-error':
      return error?.code === required.code;
  }
}
