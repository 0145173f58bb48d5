import type { Gpu } from '../../src/schema/device.ts';
import type { DeviceReport } from '../../src/schema/report.ts';
import type { Toolchain } from '../../src/schema/toolchain.ts';
import { compileProbe, describeDevice, probeDevice } from './device.ts';
import type { Effects } from './effects.ts';
import { readToolchain } from './toolchain.ts';

/** What results depend on beside files: the device that is reached, its driver, the tools. */
export interface Equipment {
  report: DeviceReport;
  device: Gpu;
  toolchain: Toolchain;
}

/**
 * Asks the tools for their versions and the CUDA runtime for the device. Nothing of it is remembered from one run of
 * the tool to the next: only the program that asks is. Throws Stop when there is no compiler or no device.
 */
export async function readEquipment(known: Toolchain | null, effects: Effects): Promise<Equipment> {
  const toolchain = known ?? (await readToolchain(effects));
  await compileProbe(toolchain['nvcc'] ?? { status: 'unavailable', said: 'not asked' }, effects);
  const report = await probeDevice(effects);
  return { report, device: await describeDevice(report, effects), toolchain };
}
