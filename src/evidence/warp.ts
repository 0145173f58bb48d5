import { Problem, type Place } from './problem.ts';
import type { WarpStripRequest } from './requests.ts';
import type { ShownWarp } from './shown.ts';

export const LANES = 32;

export type Lanes = readonly number[];

const ALL: Lanes = Array.from({ length: LANES }, (_, lane) => lane);

/** The lanes whose bits a mask sets, lowest first; null for anything but a 32-bit mask. */
export function lanesOfMask(mask: number | string): number[] | null {
  const bits = typeof mask === 'string' && mask.trim() !== '' ? Number(mask) : mask;
  if (typeof bits !== 'number' || !Number.isInteger(bits) || bits < 0 || bits > 0xffffffff) return null;
  return ALL.filter((lane) => (bits / 2 ** lane) % 2 >= 1);
}

/** The mask in hexadecimal with its leading zeros: `0x000fffff`. */
export function hexOfLanes(lanes: Lanes): string {
  const bits = lanes.reduce((sum, lane) => sum + 2 ** lane, 0);
  return `0x${bits.toString(16).padStart(8, '0')}`;
}

/** Lanes in words, runs shortened: `0–3, 8`. */
export function describeLanes(lanes: Lanes): string {
  if (lanes.length === 0) return 'none';
  const runs: [number, number][] = [];
  for (const lane of lanes) {
    const last = runs.at(-1);
    if (last?.[1] === lane - 1) last[1] = lane;
    else runs.push([lane, lane]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${String(from)}–${String(to)}`)).join(', ');
}

function lanesWritten(attribute: string, mask: number | string, place: Place): number[] {
  const lanes = lanesOfMask(mask);
  if (lanes !== null) return lanes;
  throw new Problem({
    place,
    cause: `The ${attribute} of <WarpStrip> is no mask of a warp.`,
    expected: `a 32-bit mask, written like ${attribute}="0x000fffff"`,
    found: JSON.stringify(mask),
    remedy: 'Change the attributes of <WarpStrip>.',
  });
}

function descriptionOf({ active, crossed, reads, absent }: Omit<ShownWarp, 'description'>): string {
  return [
    `Active lanes: ${describeLanes(active)} (${hexOfLanes(active)}).`,
    crossed.length > 0 ? `Undefined values in lanes ${describeLanes(crossed)}.` : '',
    reads > 0 ? `Each active lane reads from the lane ${String(reads)} above it.` : '',
    absent.length > 0 ? `Lanes ${describeLanes(absent.map(({ to }) => to))} read from lanes that are not active.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** What is drawn of a warp: who takes part, and who reads whom. */
export function warpOf({
  active,
  label,
  numbers,
  reads = 0,
  undefinedLanes,
}: {
  active: number[];
  label: string;
  numbers: boolean;
  reads?: number;
  /** Left out, they are those that read a lane which is not active. */
  undefinedLanes?: number[] | undefined;
}): ShownWarp {
  const exchanges = reads === 0 ? [] : active.flatMap((to) => (to + reads < LANES ? [{ from: to + reads, to }] : []));
  const present = exchanges.filter(({ from }) => active.includes(from));
  const absent = exchanges.filter(({ from }) => !active.includes(from));
  const crossed = undefinedLanes ?? absent.map(({ to }) => to);
  const solid = active.filter((lane) => !crossed.includes(lane));
  const hollow = ALL.filter((lane) => !solid.includes(lane));
  const shown = { label, numbers, reads, active, solid, hollow, crossed, present, absent };
  return { ...shown, description: descriptionOf(shown) };
}

/** The strip that an author asks for. Throws Problem for what is no mask. */
export function resolveWarp(_context: unknown, request: WarpStripRequest, place: Place): ShownWarp {
  const { mask, undefinedMask, reads, label, numbers } = request;
  return warpOf({
    label,
    numbers,
    reads,
    active: lanesWritten('mask', mask, place),
    undefinedLanes: undefinedMask === undefined ? undefined : lanesWritten('undefinedMask', undefinedMask, place),
  });
}
