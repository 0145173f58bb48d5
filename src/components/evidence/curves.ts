/** The geometry of lines over sizes, both axes logarithmic. Positions are shares from 0 to 1 of the field. */
import type { BandwidthSeries } from '../../evidence/bandwidth.ts';

export interface LogScale {
  low: number;
  high: number;
  /** Powers of ten. */
  ticks: number[];
}

/** An axis from the power of ten below all values to the one above them. */
export function logScaleFor(values: readonly number[]): LogScale {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
  return { low: 10 ** first, high: 10 ** last, ticks };
}

/** Where a value lies between two others by its logarithm: 0 at the low one, 1 at the high one. */
export function alongLog(low: number, high: number, value: number): number {
  return high === low ? 0.5 : Math.log(value / low) / Math.log(high / low);
}

/** Places for labels that want `wanted`, in the order given: at least `apart` from each other, all within 0 and `most`. */
export function spread(wanted: readonly number[], apart: number, most: number): number[] {
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  const placed = order.reduce<number[]>((done, { at }) => {
    const last = done.at(-1);
    return [...done, last === undefined ? at : Math.max(at, last + apart)];
  }, []);
  for (let i = placed.length - 1, limit = most; i >= 0; i -= 1, limit = (placed[i + 1] ?? most) - apart) {
    placed[i] = Math.min(placed[i] ?? 0, limit);
  }
  const places = new Array<number>(wanted.length).fill(0);
  order.forEach(({ index }, rank) => {
    places[index] = placed[rank] ?? 0;
  });
  return places;
}

/** What a line does, in words: where it begins, where it ends, and where it is highest. */
export function inWords({ mark, text, points }: BandwidthSeries, size: (bytes: number) => string): string {
  const said = points.map(({ bytes, figure }) => `${figure.text} at ${size(bytes)}`);
  return `${mark}, ${text}: ${said.join(', ')} GB/s.`;
}
