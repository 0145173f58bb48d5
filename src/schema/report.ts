import { z } from 'zod';
import { cudaError } from './outcome.ts';
import { conditions, measuringMethod } from './measurement.ts';
import { vector } from './model.ts';
import { unit, valueId } from './primitives.ts';

/**
 * What a program tells the verification while it runs: one JSON object a line, in the file named by the environment
 * variable LOCKSTEP_REPORT. The plan says what must be reported; a report of anything else is an error.
 */
export const reportLine = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('check'),
    id: valueId,
    expected: z.union([z.number(), z.string(), z.boolean()]).optional().describe('absent where no answer is right'),
    got: z.union([z.number(), z.string(), z.boolean()]),
    tolerance: z.number().nonnegative().default(0),
  }),
  z.strictObject({
    type: z.literal('measurement'),
    id: valueId,
    unit,
    method: measuringMethod.omit({ kind: true }),
    conditions: conditions.default({ status: 'unavailable', reason: 'the program reported none' }),
    samples: z.array(z.number()).min(1),
    discarded: z.array(z.strictObject({ sample: z.number(), reason: z.string().min(1) })).default([]),
  }),
  z.strictObject({
    type: z.literal('vector'),
    valueType: vector.shape.type,
    ...vector.omit({ run: true, type: true }).shape,
  }),
  z.strictObject({ type: z.literal('cuda-error'), ...cudaError.shape }),
]);
export type ReportLine = z.infer<typeof reportLine>;

/** What the harness's device probe prints: one JSON object. */
export const deviceReport = z.strictObject({
  name: z.string().min(1),
  computeCapability: z.string(),
  multiprocessors: z.int().positive(),
  l2Bytes: z.int().nonnegative(),
  memoryBytes: z.int().positive(),
  cudaDriver: z.string(),
  cudaRuntime: z.string(),
  pciBusId: z.string().min(1).describe('to ask the driver about the same device; never recorded'),
});
export type DeviceReport = z.infer<typeof deviceReport>;
