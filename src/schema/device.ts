import { z } from 'zod';

const setting = z.enum(['enabled', 'disabled', 'not-supported', 'unknown']);

/** An NVIDIA GPU. It carries no serial number, UUID or host name. */
export const gpu = z.strictObject({
  kind: z.literal('gpu'),
  vendor: z.literal('nvidia'),
  name: z.string().min(1).describe('product name as the driver reports it'),
  computeCapability: z.string().regex(/^\d+\.\d+$/),
  multiprocessors: z.int().positive(),
  l2Bytes: z.int().nonnegative(),
  memoryBytes: z.int().positive(),
  ecc: setting,
  mig: setting,
  driver: z.string().min(1),
  cudaDriver: z
    .string()
    .regex(/^\d+\.\d+$/)
    .describe('newest CUDA version the driver supports'),
  cudaRuntime: z
    .string()
    .regex(/^\d+\.\d+$/)
    .describe('CUDA runtime the programs were linked with'),
});

/** A CPU, for labs whose programs need no accelerator. */
export const cpu = z.strictObject({
  kind: z.literal('cpu'),
  vendor: z.string().min(1),
  name: z.string().min(1),
  architecture: z.string().min(1),
  logicalCores: z.int().positive(),
  memoryBytes: z.int().positive(),
  operatingSystem: z.string().min(1),
});

/** No device was reached. Such evidence holds builds and machine code, never a measurement. */
export const noDevice = z.strictObject({
  kind: z.literal('none'),
  reason: z.string().min(1),
});

export const device = z.discriminatedUnion('kind', [gpu, cpu, noDevice]);
export type Device = z.infer<typeof device>;
export type Gpu = z.infer<typeof gpu>;

/** What the device was doing at one instant, or why that could not be read. */
export const deviceState = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('read'),
    smClockMHz: z.number().nonnegative(),
    memoryClockMHz: z.number().nonnegative(),
    maxSmClockMHz: z.number().nonnegative(),
    powerWatts: z.number().nonnegative().nullable(),
    powerLimitWatts: z.number().nonnegative().nullable(),
    temperatureCelsius: z.number().nullable(),
    throttleReasons: z.string().describe("the driver's bit field of active clock event reasons, in hexadecimal"),
  }),
  z.strictObject({ status: z.literal('unavailable'), reason: z.string().min(1) }),
]);
export type DeviceState = z.infer<typeof deviceState>;
