import { expect, test } from 'vitest';
import type { Evidence } from '../schema/evidence.ts';
import { disagreements } from './agreement.ts';
import { sampleEvidence, samplePlan } from './fixtures/sample-evidence.ts';

/** What the plan objects to after a change of the evidence. */
function causes(change: (evidence: Omit<Evidence, 'digest'>) => unknown): string[] {
  const evidence = sampleEvidence([]);
  change(evidence);
  return disagreements(samplePlan, evidence).map(({ cause }) => cause);
}

test('evidence agrees with the plan that it was made with', () => {
  expect(causes(() => undefined)).toEqual([]);
});

test('a gate that became an observation, another description, another run', () => {
  expect(
    causes(({ checks: [first] }) => {
      if (first !== undefined) Object.assign(first, { kind: 'observation', description: 'all is well' });
    }),
  ).toEqual([
    'The kind of the check "sum/wrong" is not what its plan says.',
    'The description of the check "sum/wrong" is not what its plan says.',
  ]);
});

test('a check that is gone, and one that nobody planned', () => {
  expect(causes(({ checks }) => checks.shift())).toEqual([
    'The evidence leaves out a check that its plan names: "sum/wrong".',
  ]);
  expect(causes(({ checks: [first] }) => first !== undefined && Object.assign(first, { id: 'sum/right' }))).toEqual([
    'The evidence leaves out a check that its plan names: "sum/wrong".',
    'The evidence holds a check that its plan does not name: "sum/right".',
  ]);
});

test('a measurement of another unit; one that is missing may have failed', () => {
  expect(causes(({ measurements: [first] }) => first !== undefined && Object.assign(first, { unit: 'ms' }))).toEqual([
    'The unit of the measurement "fast/time" is not what its plan says.',
  ]);
  expect(causes(({ measurements }) => measurements.pop())).toEqual([]);
});

test('a comparison the other way round', () => {
  expect(
    causes(
      ({ comparisons: [first] }) =>
        first !== undefined && Object.assign(first, { first: 'slow/time', second: 'fast/time' }),
    ),
  ).toEqual([
    'The first of the comparison "fast-against-slow" is not what its plan says.',
    'The second of the comparison "fast-against-slow" is not what its plan says.',
  ]);
});

test('a gate that was dropped, moved to another device, or made milder; bytes that are others', () => {
  const gate = { requires: { kind: 'reaches' as const, share: 0.97 }, onlyOn: ['acme-z900'] };
  const gated = { ...samplePlan, comparisons: samplePlan.comparisons.map((one) => ({ ...one, gate })) };
  const found = (held: object): unknown[] => {
    const evidence = sampleEvidence([]);
    evidence.comparisons = evidence.comparisons.map((one) => ({ ...one, ...held }));
    return disagreements(gated, evidence).map(({ expected, found: what }) => [expected, what]);
  };
  expect(found({ gate: { onlyOn: ['acme-z900'], requires: { share: 0.97, kind: 'reaches' } } })).toEqual([]);
  const wanted = '97% of the speed with the whole interval on acme-z900';
  expect(found({})).toEqual([[wanted, 'none']]);
  expect(found({ gate: { ...gate, onlyOn: ['acme-z901'] } })).toEqual([
    [wanted, '97% of the speed with the whole interval on acme-z901'],
  ]);
  expect(found({ gate: { requires: { kind: 'not-slower' } } })).toEqual([[wanted, 'not slower on every device']]);
  expect(causes(({ measurements: [first] }) => first !== undefined && Object.assign(first, { bytes: 64 }))).toEqual([
    'The bytes of the measurement "fast/time" is not what its plan says.',
  ]);
});
