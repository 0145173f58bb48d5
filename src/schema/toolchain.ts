import { z } from 'zod';

/** A tool's own version line, or why it could not be asked, in its own words. */
export const tool = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('found'), version: z.string().min(1), line: z.string().min(1) }),
  z.strictObject({ status: z.literal('unavailable'), said: z.string().min(1) }),
]);
export type Tool = z.infer<typeof tool>;

/** Tools by their command name: `nvcc`, `ptxas`, `nvdisasm`, … */
export const toolchain = z.record(z.string().min(1), tool);
export type Toolchain = z.infer<typeof toolchain>;
