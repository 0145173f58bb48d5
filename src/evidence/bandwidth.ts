/** Bandwidth, which follows from a measured time and the bytes that the plan states for it. */
import type { Measurement } from '../schema/measurement.ts';
import { summarize, type Summary } from '../schema/statistics.ts';
import { chooseEvidence, type Chosen } from './choose.ts';
import type { PageContext } from './context.ts';
import { figure, type Figure } from './figure.ts';
import { formatBytes, formatValue, spreadOf, type FormattedValue } from './format.ts';
import { expectedName } from './nearest.ts';
import { Problem, type Place } from './problem.ts';
import type { BandwidthRequest } from './requests.ts';
import type { Provenance } from './shown.ts';

const SECONDS: Partial<Record<Measurement['unit'], number>> = { ns: 1e-9, µs: 1e-6, ms: 1e-3, s: 1 };

type Timed = Pick<Measurement, 'unit' | 'bytes' | 'samples'>;

/** Gigabytes (10⁹ bytes) a second of each sample, summarized; null for what is no time or states no bytes. */
export function bandwidthOf({ unit, bytes, samples }: Timed): Summary | null {
  const seconds = SECONDS[unit];
  if (seconds === undefined || bytes === undefined) return null;
  return summarize(samples.map((time) => bytes / (time * seconds) / 1e9));
}

/** The median bandwidth in print, to the digits that its spread leaves meaning to. */
export function formatBandwidth(bandwidth: Summary): FormattedValue {
  return formatValue(bandwidth.median, 'GB/s', spreadOf(bandwidth));
}

/** One measurement in a chart of bandwidths. */
export interface BandwidthPoint {
  bytes: number;
  /** Median, in GB/s. */
  median: number;
  /** Without the unit, for a table whose head states it. */
  figure: Figure;
}

export interface BandwidthSeries {
  /** Stands at the end of the line and before the name: `7`. */
  mark: string;
  text: string;
  /** By bytes, ascending. */
  points: BandwidthPoint[];
}

export interface ShownBandwidths {
  caption: string;
  /** Every size that a series has a point at, ascending, each with the figure that says so. */
  sizes: { bytes: number; figure: Figure }[];
  series: BandwidthSeries[];
  provenance: Provenance;
}

/** Whether an id is one of a pattern, in which `*` stands for anything. */
function matches(id: string, pattern: string): boolean {
  const [head = '', ...tail] = pattern.split('*');
  const end = tail.join('*');
  return tail.length === 0
    ? id === head
    : id.startsWith(head) && id.endsWith(end) && id.length > head.length + end.length;
}

interface Candidate extends BandwidthPoint {
  size: Figure;
}

function candidates(pattern: string, { evidence, provenance }: Chosen, place: Place): Candidate[] {
  const found = evidence.measurements.flatMap((one, index): Candidate[] => {
    if (!matches(one.id, pattern)) return [];
    const bandwidth = bandwidthOf(one);
    if (bandwidth === null || one.bytes === undefined) {
      throw new Problem({
        place,
        cause: `No bandwidth follows from the measurement "${one.id}".`,
        expected: 'a time, and bytes',
        found: `${one.unit}, and ${one.bytes === undefined ? 'no bytes' : formatBytes(one.bytes)}`,
        remedy: `State the bytes in code/${evidence.lab}/plan.json and verify again, or leave the measurement out.`,
      });
    }
    const at = `/measurements/${String(index)}`;
    const { number } = formatBandwidth(bandwidth);
    return [
      {
        bytes: one.bytes,
        median: bandwidth.median,
        figure: figure(provenance, at, 'bandwidth', number),
        size: figure(provenance, `${at}/bytes`, 'bytes', formatBytes(one.bytes)),
      },
    ];
  });
  if (found.length > 0) return found;
  throw new Problem({
    place,
    cause: `The evidence holds no measurement "${pattern}".`,
    expected: expectedName(
      pattern,
      evidence.measurements.map(({ id }) => id),
    ),
    found: `"${pattern}", which is not in ${provenance.file}`,
    remedy: `Change the pattern, in which * stands for anything, or run: npx lockstep verify ${evidence.lab}`,
  });
}

/** At each number of bytes the candidate of the highest bandwidth. */
function best(all: readonly Candidate[]): Candidate[] {
  const sizes = [...new Set(all.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  return sizes.flatMap((size) => {
    const [first] = all.filter(({ bytes }) => bytes === size).sort((a, b) => b.median - a.median);
    return first === undefined ? [] : [first];
  });
}

/**
 * Bandwidths over sizes. A series of several patterns is the best of them at each size. Throws Problem for a pattern
 * that nothing matches and for a measurement without bytes.
 */
export function resolveBandwidths(
  context: PageContext,
  { series, caption, ...where }: BandwidthRequest,
  place: Place,
): ShownBandwidths {
  const chosen = chooseEvidence(context, where, place);
  const found = series.map(({ mark, text, id }) => ({
    mark,
    text,
    points: best([id].flat().flatMap((pattern) => candidates(pattern, chosen, place))),
  }));
  const points = found.flatMap((one) => one.points);
  const sizes = [...new Set(points.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  return {
    caption,
    sizes: sizes.flatMap((bytes) => {
      const first = points.find((one) => one.bytes === bytes);
      return first === undefined ? [] : [{ bytes, figure: first.size }];
    }),
    series: found.map((one) => ({ ...one, points: one.points.map(({ size: _, ...point }) => point) })),
    provenance: chosen.provenance,
  };
}
