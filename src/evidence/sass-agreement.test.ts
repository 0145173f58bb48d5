import { beforeEach, describe, expect, test } from 'vitest';
import type { Evidence } from '../schema/evidence.ts';
import { SAMPLE_FILE, SAMPLE_LAB, sampleEvidence, samplePlan } from './fixtures/sample-evidence.ts';
import { sassDisagreements } from './sass-agreement.ts';
import { parseSassChecks } from './sass-checks.ts';
import { sassGates } from './sass-gates.ts';

const HEADER = `code/${SAMPLE_LAB}/more.cuh`;
const CHECKS = '// SASS: LDG ; FMUL\n// SASS sm_90: !BAR\n';
const KERNEL = '__global__ void halves();\n';

type Sample = Omit<Evidence, 'digest'>;
let evidence: Sample;

/** Evidence with the checks that this text makes, when it lies in this file. */
function withChecks(file: string, text: string): Sample {
  const role = file === SAMPLE_FILE ? 'source' : 'header';
  const made = sampleEvidence([{ path: file, role, sha256: '0'.repeat(64) }]);
  const programs = samplePlan.programs.map((one) => ({ ...one, files: [file] }));
  for (const { id, description, origin } of sassGates(parseSassChecks(text, file), programs, 'plan.json')) {
    if (origin.target !== 'sm_90') continue;
    const result = { status: 'judged', expected: 'holds', got: 'holds', tolerance: 0, holds: true } as const;
    made.checks.push({ id, kind: 'gate', description, origin, result });
  }
  return made;
}

const causes = (file: string, text: string): string[] =>
  sassDisagreements(samplePlan, evidence, new Map([[file, text]])).map(({ cause }) => cause);

beforeEach(() => {
  evidence = withChecks(SAMPLE_FILE, CHECKS + KERNEL);
});

test('evidence agrees with the sources that it was made with, for the targets that were built', () => {
  expect(evidence.checks.filter(({ origin }) => origin.kind === 'sass-pattern').map(({ id }) => id)).toEqual([
    'sass/sample/halves/1/sm_90',
    'sass/sample/halves/2/sm_90',
  ]);
  expect(causes(SAMPLE_FILE, CHECKS + KERNEL)).toEqual([]);
});

test('a source that changed since says nothing: the evidence is stale', () => {
  expect(sassDisagreements(samplePlan, evidence, new Map())).toEqual([]);
});

test('a comment in a model is no check', () => {
  const models = [
    { id: 'm', name: 'm', arguments: [], command: ['m'], sources: ['model.ts'], vectors: [], timeoutSeconds: 1 },
  ] satisfies (typeof samplePlan)['models'];
  const file = `code/${SAMPLE_LAB}/model.ts`;
  evidence = sampleEvidence([{ path: file, role: 'source', sha256: '0'.repeat(64) }]);
  const texts = new Map([[file, CHECKS + KERNEL]]);
  expect(sassDisagreements({ ...samplePlan, models }, evidence, texts)).toEqual([]);
  expect(sassDisagreements(samplePlan, evidence, texts)).toHaveLength(2);
});

describe.each([SAMPLE_FILE, HEADER])('of %s', (file) => {
  beforeEach(() => {
    evidence = withChecks(file, CHECKS + KERNEL);
  });

  test('a check that the evidence leaves out', () => {
    evidence.checks.pop();
    expect(causes(file, CHECKS + KERNEL)).toEqual([
      `The evidence leaves out a check beside the kernel "halves": ${file}:2.`,
    ]);
    evidence.checks.pop();
    expect(causes(file, CHECKS + KERNEL)).toHaveLength(2);
  });

  test('a check that stands in no source', () => {
    expect(causes(file, `// SASS: LDG ; FMUL\n${KERNEL}`)).toEqual([
      'The evidence holds a check that stands beside no kernel: "sass/sample/halves/2/sm_90".',
    ]);
  });

  test.each([
    ['text', 'LDG'],
    ['line', 3],
    ['file', HEADER.replace('more', 'gone')],
    ['build', 'sample/sm_120'],
  ])('a check of another %s', (name, value) => {
    Object.assign(evidence.checks.at(-1)?.origin ?? {}, { [name]: value });
    expect(causes(file, CHECKS + KERNEL)).toEqual([
      expect.stringMatching(/^The evidence leaves out/),
      expect.stringMatching(/^The evidence holds a check that stands beside no kernel/),
    ]);
  });

  test('a check of another description, or of an id without a number', () => {
    Object.assign(evidence.checks.at(-1) ?? {}, { description: 'all is well' });
    expect(causes(file, CHECKS + KERNEL)).toHaveLength(2);
    evidence = withChecks(file, CHECKS + KERNEL);
    Object.assign(evidence.checks.at(-1) ?? {}, { id: 'sass/sample/halves/last/sm_90' });
    expect(causes(file, CHECKS + KERNEL)).toHaveLength(2);
  });
});
