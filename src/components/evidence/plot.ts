/** The geometry of a plot of samples. Positions are shares of the width, so that text keeps its size on any screen. */

export interface Scale {
  low: number;
  high: number;
  /** Distance between ticks, in the unit of the samples. */
  step: number;
  ticks: number[];
}

/** A step of 1, 2 or 5 times a power of ten that gives about as many steps as wanted. */
function stepFor(range: number, wanted: number): number {
  const rough = range / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  if (lead <= 1) return power;
  if (lead <= 2) return 2 * power;
  return lead <= 5 ? 5 * power : 10 * power;
}

/** An axis around all values, between two ticks. Values that are all the same get room on both sides. */
export function scaleFor(values: readonly number[], wanted = 5): Scale {
  const same = Math.max(...values) === Math.min(...values);
  const room = same ? Math.abs(Math.max(...values)) * 0.01 || 1 : 0;
  const least = Math.min(...values) - room;
  const most = Math.max(...values) + room;
  const step = stepFor(most - least, wanted);
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: last * step, step, ticks };
}

/** Where a value lies on the axis, from 0 to 1. */
export function along({ low, high }: Scale, value: number): number {
  return (value - low) / (high - low);
}

export interface Dot {
  /** Along the axis, from 0 to 1. */
  x: number;
  /** From the first sample that was taken, 0, to the last, 1. */
  y: number;
}

/** Each sample as a dot at its value, in the order they were taken: a drift leans, and an outlier has its moment. */
export function dotsOf(samples: readonly number[], scale: Scale): Dot[] {
  const last = Math.max(1, samples.length - 1);
  return samples.map((sample, index) => ({ x: along(scale, sample), y: index / last }));
}
