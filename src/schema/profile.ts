import { z } from 'zod';
import { valueId } from './primitives.ts';

/** Hardware counters of one kernel, or why they could not be read. Units are the profiler's own words. */
export const profile = z.strictObject({
  id: valueId,
  run: valueId,
  kernel: z.string().min(1),
  result: z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('read'),
      metrics: z.array(z.strictObject({ name: z.string().min(1), unit: z.string(), value: z.number() })).min(1),
    }),
    z.strictObject({ status: z.literal('not-permitted'), said: z.string().min(1) }),
    z.strictObject({ status: z.literal('unavailable'), said: z.string().min(1) }),
  ]),
});
export type Profile = z.infer<typeof profile>;
