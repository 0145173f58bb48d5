import { expect, test } from 'vitest';
import { plan as planSchema, type Plan } from '../schema/plan.ts';
import { coverageFaults, planFile } from './coverage.ts';
import { SAMPLE_FILE, SAMPLE_LAB, sampleEvidence } from './fixtures/sample-evidence.ts';

const PRESENT = 'a'.repeat(64);
const inputs = [
  { path: planFile(SAMPLE_LAB), role: 'plan' as const, sha256: PRESENT },
  { path: SAMPLE_FILE, role: 'source' as const, sha256: 'b'.repeat(64) },
];
const evidence = sampleEvidence(inputs);

const plan = (programs: object[], data: string[] = []): Plan =>
  planSchema.parse({
    format: { name: 'lockstep-plan', version: 1 },
    title: 'A sample',
    device: 'gpu',
    programs: programs.map((program) => ({ flags: [], kernels: [], ...program })),
    data,
    runs: [],
    checks: [],
    instructionCounts: [],
    measurements: [],
    comparisons: [],
  });

const sample = { id: 'sample', sources: ['sample.cu'], targets: ['sm_90', 'sm_120'] };
const causes = (...given: Parameters<typeof coverageFaults>): string[] =>
  coverageFaults(...given).map(({ cause }) => cause);

test('evidence covers the plan that it was made with', () => {
  expect(coverageFaults(plan([sample]), PRESENT, evidence)).toEqual([]);
});

test('a plan that is not among the inputs', () => {
  expect(coverageFaults(plan([sample]), PRESENT, { ...evidence, inputs: inputs.slice(1) })).toEqual([
    {
      path: ['inputs'],
      cause: 'The evidence lists no digest of code/sample-lab/plan.json, which its results depend on.',
      expected: 'code/sample-lab/plan.json',
      found: 'code/sample-lab/sample.cu',
    },
  ]);
});

test('a source, or a data file, that the plan names and the inputs do not', () => {
  expect(causes(plan([sample]), PRESENT, { ...evidence, inputs: inputs.slice(0, 1) })).toEqual([
    'The evidence lists no digest of code/sample-lab/sample.cu, which its results depend on.',
  ]);
  expect(causes(plan([sample], ['rows.bin']), PRESENT, evidence)).toEqual([
    'The evidence lists no digest of code/sample-lab/rows.bin, which its results depend on.',
  ]);
});

test('the plan and the sources of the lab whose controls a clean result counts beside', () => {
  const quiet = { id: 'q', tool: 'racecheck', program: 'sample', description: 'q' };
  const relying = (kind: object): Plan =>
    planSchema.parse({ ...plan([sample]), controls: 'controls', sanitizers: [{ ...quiet, expected: kind }] });
  const clean = relying({ kind: 'clean' });
  const missing = (file: string): string =>
    `The evidence lists no digest of code/controls/${file}, which its results depend on.`;
  expect(causes(clean, PRESENT, evidence)).toEqual([missing('plan.json')]);
  expect(causes(clean, PRESENT, evidence, plan([sample]))).toEqual([missing('plan.json'), missing('sample.cu')]);
  expect(causes(relying({ kind: 'finding', of: 'race-error' }), PRESENT, evidence, plan([sample]))).toEqual([]);
});

test('a build that is missing, a build of something else', () => {
  expect(causes(plan([{ ...sample, targets: ['sm_90', 'sm_100'] }]), PRESENT, evidence)).toEqual([
    'The evidence says nothing of a build that its plan names: sample for sm_100.',
    'The evidence holds a build that its plan does not name: sample for sm_120.',
  ]);
  expect(causes(plan([{ ...sample, id: 'other' }]), PRESENT, evidence)).toContain(
    'The evidence holds a build that its plan does not name: sample for sm_90.',
  );
});

test('a plan that changed since makes the evidence stale, and no fault is added to that', () => {
  expect(coverageFaults(plan([{ ...sample, id: 'other' }]), 'c'.repeat(64), evidence)).toEqual([]);
});
