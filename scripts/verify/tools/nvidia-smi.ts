import type { DeviceState, Gpu } from '../../../src/schema/device.ts';
import { unreadable } from './unreadable.ts';

/** What to ask of `nvidia-smi --query-gpu=… --format=csv` for `parseSettings`. */
export const SETTINGS_FIELDS = ['driver_version', 'ecc.mode.current', 'mig.mode.current'] as const;

/** What to ask for `parseState`. Drivers before 535 know the last as clocks_throttle_reasons.active. */
export const STATE_FIELDS = [
  'clocks.current.sm',
  'clocks.current.memory',
  'clocks.max.sm',
  'power.draw',
  'power.limit',
  'temperature.gpu',
  'clocks_event_reasons.active',
] as const;

/** Values by column name, without the unit that the heading repeats. */
type Row = ReadonlyMap<string, string>;

/** The one device's row, or why there is none. nvidia-smi prints its errors where the table would be. */
function onlyRow(csv: string): Row | string {
  const [heading = '', ...rows] = csv.split(/\r?\n/).filter((line) => line.trim() !== '');
  const names = heading.split(',').map((name) => name.replace(/\[[^\]]*\]\s*$/, '').trim());
  if (!names.every((name) => /^[a-z][\w.]*$/.test(name))) return heading.trim() || 'nvidia-smi printed nothing';
  const [row] = rows;
  if (row === undefined) return 'nvidia-smi listed no device';
  if (rows.length > 1) return `nvidia-smi listed ${rows.length} devices; name one with -i`;
  const values = row.split(',').map((value) => value.trim());
  if (values.length !== names.length) return row.trim();
  return new Map(names.map((name, index) => [name, values[index] ?? '']));
}

const describeRow = (row: Row): string => [...row].map(([name, value]) => `${name} ${value}`).join(', ');

const isAbsent = (value: string): boolean => /^(?:\[.*\]|N\/A)$/.test(value);

const NUMBER = /^(-?\d+(?:\.\d+)?)(?:\s+(\S+))?$/;

/** Reads numbers from a row: null where the driver has none, and a complaint where one is in another unit. */
function quantities(row: Row): { read: (name: string, unit: string) => number | null; complaints: string[] } {
  const complaints: string[] = [];
  const read = (name: string, unit: string): number | null => {
    const value = row.get(name);
    if (value === undefined || isAbsent(value)) return null;
    const [, number, printed = unit] = NUMBER.exec(value) ?? [];
    if (number !== undefined && printed === unit) return Number(number);
    complaints.push(`${name} is "${value}", which is not a number in ${unit}`);
    return null;
  };
  return { read, complaints };
}

/**
 * Reads clocks (MHz), power (W) and temperature (°C) of one device from the CSV, columns by their heading. Power and
 * temperature may be missing; without clocks or throttle reasons the state is unavailable, with the driver's words.
 */
export function parseState(csv: string): DeviceState {
  const row = onlyRow(csv);
  if (typeof row === 'string') return { status: 'unavailable', reason: row };
  const { read, complaints } = quantities(row);
  const smClockMHz = read('clocks.current.sm', 'MHz');
  const memoryClockMHz = read('clocks.current.memory', 'MHz');
  const maxSmClockMHz = read('clocks.max.sm', 'MHz');
  const powerWatts = read('power.draw', 'W');
  const powerLimitWatts = read('power.limit', 'W');
  const temperatureCelsius = read('temperature.gpu', 'C');
  const reasons =
    row.get('clocks_event_reasons.active') ?? row.get('clocks_throttle_reasons.active') ?? 'not asked for';
  if (complaints.length > 0) return { status: 'unavailable', reason: complaints.join('; ') };
  if (smClockMHz === null || memoryClockMHz === null || maxSmClockMHz === null) {
    return { status: 'unavailable', reason: `the driver gives no clocks: ${describeRow(row)}` };
  }
  if (!/^0x[0-9a-fA-F]+$/.test(reasons)) return { status: 'unavailable', reason: `throttle reasons: ${reasons}` };
  return {
    status: 'read',
    smClockMHz,
    memoryClockMHz,
    maxSmClockMHz,
    powerWatts,
    powerLimitWatts,
    temperatureCelsius,
    throttleReasons: reasons,
  };
}

type Setting = Gpu['ecc'];

function settingOf(value: string | undefined): Setting {
  if (value === 'Enabled') return 'enabled';
  if (value === 'Disabled') return 'disabled';
  return value === '[N/A]' || value === 'N/A' || value === '[Not Supported]' ? 'not-supported' : 'unknown';
}

/** Reads the driver's version and the ECC and MIG modes of one device. Throws a Problem for anything but its row. */
export function parseSettings(csv: string): Pick<Gpu, 'driver' | 'ecc' | 'mig'> {
  const row = onlyRow(csv);
  const driver = typeof row === 'string' ? undefined : row.get('driver_version');
  if (typeof row === 'string' || driver === undefined || isAbsent(driver)) {
    throw unreadable('nvidia-smi', 1, 'one device with its driver_version', csv);
  }
  return { driver, ecc: settingOf(row.get('ecc.mode.current')), mig: settingOf(row.get('mig.mode.current')) };
}
