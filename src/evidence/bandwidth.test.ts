import { describe, expect, it } from 'vitest';
import type { Measurement } from '../schema/measurement.ts';
import { summarize } from '../schema/statistics.ts';
import { bandwidthOf, formatBandwidth, resolveBandwidths } from './bandwidth.ts';
import type { PageContext } from './context.ts';
import { PLACE, problemText, sampleContext } from './fixtures/sample-context.ts';

/** Measurements in µs of 1 MB and 4 MB, beside those of the sample. */
function contextWith(times: Record<string, [bytes: number | undefined, microseconds: number[]]>): PageContext {
  const context = sampleContext();
  const [device] = Object.values(Object.values(context.labs)[0]?.devices ?? {});
  const [first] = device?.status === 'read' ? device.evidence.measurements : [];
  if (device?.status !== 'read' || first === undefined) throw new Error('the sample measures nothing');
  device.evidence.measurements = Object.entries(times).map(([id, [bytes, samples]]): Measurement => {
    const { bytes: _, ...rest } = first;
    return { ...rest, ...(bytes === undefined ? {} : { bytes }), id, unit: 'µs', samples, summary: summarize(samples) };
  });
  return context;
}
const MB = 1_000_000;

describe('bandwidth', () => {
  it('is bytes over time, sample by sample', () => {
    expect(bandwidthOf({ unit: 'µs', bytes: MB, samples: [1000, 500, 250] })).toMatchObject({
      min: 1,
      median: 2,
      max: 4,
    });
    expect(bandwidthOf({ unit: 'ms', bytes: MB, samples: [1] })?.median).toBeCloseTo(1);
  });

  it('follows from no count of cycles and from no time without bytes', () => {
    expect(bandwidthOf({ unit: 'cycles', bytes: MB, samples: [1] })).toBeNull();
    expect(bandwidthOf({ unit: 'µs', samples: [1] })).toBeNull();
  });

  it('is printed to the digits that its spread leaves', () => {
    const bandwidth = bandwidthOf({ unit: 'µs', bytes: 1024 * MB, samples: [240, 241, 242, 243] });
    expect(bandwidth === null ? null : formatBandwidth(bandwidth).number).toBe('4,240');
  });
});

describe('a chart', () => {
  const context = contextWith({
    'a/n-1': [MB, [1000, 1000]],
    'a/n-4': [4 * MB, [2000, 2000]],
    'b/n-1': [MB, [500, 500]],
    'b/n-4': [4 * MB, [8000, 8000]],
    'c/n-4': [4 * MB, [4000, 4000]],
    'none/n-1': [undefined, [1]],
  });
  const chart = (
    series: { mark: string; text: string; id: string | string[] }[],
  ): ReturnType<typeof resolveBandwidths> => resolveBandwidths(context, { series, caption: 'a chart' }, PLACE);

  it('has the measurements of a pattern by size, and of several patterns the best at each', () => {
    const { sizes, series } = chart([
      { mark: 'C', text: 'c', id: 'c/n-*' },
      { mark: 'R', text: 'the best', id: ['a/n-*', 'b/n-*'] },
    ]);
    expect(sizes.map(({ bytes }) => bytes)).toEqual([MB, 4 * MB]);
    expect(series.map(({ points }) => points.map(({ bytes, median }) => [bytes, median]))).toEqual([
      [[4 * MB, 1]],
      [
        [MB, 2],
        [4 * MB, 2],
      ],
    ]);
    expect(series[1]?.points.map(({ figure }) => figure)).toMatchObject([
      { text: '2', form: 'bandwidth', of: ['sample-lab/sample-gpu#/measurements/2'] },
      { text: '2', form: 'bandwidth', of: ['sample-lab/sample-gpu#/measurements/1'] },
    ]);
    expect(sizes[0]?.figure).toMatchObject({ form: 'bytes', of: ['sample-lab/sample-gpu#/measurements/2/bytes'] });
  });

  it('refuses a pattern that nothing matches, and a measurement without bytes', () => {
    expect(problemText(() => chart([{ mark: 'D', text: 'd', id: 'd/n-*' }]))).toContain(
      'The evidence holds no measurement "d/n-*".',
    );
    expect(problemText(() => chart([{ mark: 'N', text: 'n', id: 'none/*' }]))).toContain(
      'No bandwidth follows from the measurement "none/n-1".',
    );
  });
});
