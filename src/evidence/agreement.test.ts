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
