import { describe, expect, it, test } from 'vitest';
import { contradictions } from '../schema/contradictions.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { ComparisonGate } from '../schema/measurement.ts';
import { plan, type Plan } from '../schema/plan.ts';
import { ratioOfMedians, summarize, verdictOf } from '../schema/statistics.ts';
import { sampleEvidence, samplePlan } from './fixtures/sample-evidence.ts';

describe('a comparison that is a gate', () => {
  /** What is wrong with the file when its first comparison has such a gate and the first is so many times slower. */
  function withGate(gate: ComparisonGate, times: number, verdict: Evidence['verdict']): string[] {
    const value = structuredClone(sampleEvidence([])) as Evidence;
    const [fast] = value.measurements;
    if (fast === undefined) throw new Error('the sample measures nothing');
    const samples = fast.samples.map((one) => one * times);
    const slower = { ...fast, id: 'slower', samples, summary: summarize(samples) };
    const bootstrap = { confidence: 0.95, resamples: 100, blockRounds: 2, seed: 1 };
    const interval = ratioOfMedians(slower.samples, fast.samples, bootstrap);
    value.measurements.push(slower);
    value.comparisons = [
      {
        id: 'slower-against-fast',
        description: 'slower against fast',
        first: 'slower',
        second: fast.id,
        interval: { method: 'block-bootstrap-of-median-ratio', ...bootstrap, leastEffect: 0.005, ...interval },
        verdict: verdictOf(interval, 0.005),
        gate,
      },
    ];
    // The sample names no inputs, which is another fault.
    const found = contradictions({ ...value, verdict }).filter(({ path: [list] }) => list !== 'inputs');
    return found.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
  const notSlower = { requires: { kind: 'not-slower' } } as const;
  const reaches = { requires: { kind: 'reaches', share: 0.97 } } as const;
  const here = sampleEvidence([]).deviceSlug;

  it('fails the file when it does not hold, whatever the file says of itself', () => {
    expect(withGate(notSlower, 2, 'failed')).toEqual([]);
    expect(withGate(notSlower, 2, 'passed')[0]).toMatch(
      /^verdict: is "passed", but gate slower-against-fast does not hold: expected not slower, got 2, .*, slower$/,
    );
    expect(withGate(reaches, 1.04, 'passed')[0]).toContain('97% of the speed with the whole interval, got 1.04');
  });

  it('holds for no clear difference, and within the share', () => {
    expect(withGate(notSlower, 1, 'passed')).toEqual([]);
    expect(withGate(notSlower, 1.004, 'passed')).toEqual([]);
    expect(withGate(reaches, 1.03, 'passed')).toEqual([]);
    expect(withGate(notSlower, 1, 'failed')[0]).toContain('every gate holds');
  });

  it('is one only on the devices that it names', () => {
    expect(withGate({ ...notSlower, onlyOn: ['acme-z900'] }, 2, 'passed')).toEqual([]);
    expect(withGate({ ...notSlower, onlyOn: ['acme-z900', here] }, 2, 'failed')).toEqual([]);
  });
});

function complaints(change: (value: Plan) => void): string[] {
  const value = structuredClone(samplePlan);
  change(value);
  return plan.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

test('a comparison may be a gate, on devices that are named or on all', () => {
  const gated = (gate: object) => (value: Plan) => {
    for (const one of value.comparisons) Object.assign(one, { gate });
  };
  expect(complaints(gated({ requires: { kind: 'not-slower' } }))).toEqual([]);
  expect(complaints(gated({ requires: { kind: 'reaches', share: 0.97 }, onlyOn: ['acme-z900'] }))).toEqual([]);
  expect(complaints(gated({ requires: { kind: 'not-slower' }, onlyOn: [] }))[0]).toMatch(
    /^comparisons\.0\.gate\.onlyOn: /,
  );
});

test('a gate needs a run that must end well, or it would hold by not being measured', () => {
  const found = complaints((value) => {
    value.runs.forEach((one) => (one.ends = null));
    value.comparisons.forEach((one) => (one.gate = { requires: { kind: 'not-slower' } }));
  });
  expect(found).toEqual(['comparisons.0.gate: is a gate on run "time", of which no ending is required']);
});
