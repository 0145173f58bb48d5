import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/schema/plan.ts';
import type { Listing } from '../../src/schema/sass.ts';
import {
  gatherVectors,
  judgeComparisons,
  judgeInstructionCounts,
  judgeMeasurements,
  judgeReportedChecks,
} from './judge.ts';
import type { Lab } from './lab.ts';
import type { RanProgram } from './run-program.ts';

const plan: Plan = {
  format: { name: 'lockstep-plan', version: 1 },
  title: 'A lab',
  device: 'gpu',
  programs: [],
  data: [],
  runs: [],
  checks: [
    { id: 'right', run: 'one', kind: 'gate', description: 'is right' },
    { id: 'what', run: 'one', kind: 'observation', description: 'what happened' },
  ],
  instructionCounts: [],
  measurements: [
    { id: 'a', run: 'one', unit: 'ns', description: 'first' },
    { id: 'b', run: 'one', unit: 'ns', description: 'second' },
  ],
  comparisons: [{ id: 'a-against-b', first: 'a', second: 'b', description: 'a against b' }],
  sanitizers: [],
  profiles: [],
  transcripts: [],
  models: [],
};
const lab: Lab = { name: 'lab', folder: 'code/lab', planFile: 'code/lab/plan.json', plan };

const method = {
  timed: 'a thing',
  clock: 'steady-clock' as const,
  cache: 'warm' as const,
  flush: null,
  warmups: 0,
  operationsPerSample: 1,
  stopRule: { kind: 'sample-count' as const, samples: 3 },
};

function ran(
  reports: RanProgram['reports'],
  ended: RanProgram['run']['ended'] = { kind: 'exited', code: 0 },
): RanProgram {
  const printed = { text: '', cutBytes: 0 };
  return {
    run: {
      id: 'one',
      build: null,
      command: ['one'],
      ended,
      required: null,
      cudaError: null,
      stdout: printed,
      stderr: printed,
    },
    reports,
    dropped: null,
    seconds: 1,
  };
}
const check = (id: string, expected: number | undefined, got: number): RanProgram['reports'][number] => ({
  type: 'check',
  id,
  expected,
  got,
  tolerance: 0,
});
const samples = (id: string, values: number[], unit: 'ns' | 'ms' = 'ns'): RanProgram['reports'][number] => ({
  type: 'measurement',
  id,
  unit,
  method,
  conditions: { status: 'unavailable', reason: 'not asked' },
  samples: values,
  discarded: [],
});

describe('checks', () => {
  it('are judged here, from what the program expected and got', () => {
    const [right, what] = judgeReportedChecks(lab, [ran([check('right', 0, 3), check('what', undefined, 12)])]);
    expect(right?.result).toEqual({ status: 'judged', expected: 0, got: 3, tolerance: 0, holds: false });
    expect(what?.result).toEqual({ status: 'recorded', got: 12 });
  });

  it.each([
    [{ kind: 'timed-out', afterSeconds: 5 }, 'run "one" was stopped after 5 s before it reported it'],
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'run "one" was ended by SIGSEGV before it reported it'],
    [{ kind: 'exited', code: 70 }, 'run "one" exited with status 70 without reporting it'],
  ] as const)('say why they were not reported: %o', (ended, reason) => {
    const [right] = judgeReportedChecks(lab, [ran([], ended)]);
    expect(right?.result).toEqual({ status: 'not-reported', reason });
  });

  it('that the plan does not know stop the verification', () => {
    expect(() => judgeReportedChecks(lab, [ran([check('wrong', 0, 0)])])).toThrowErrorMatchingInlineSnapshot(`
      [Problem: code/lab/plan.json
        problem   Run "one" reported the check "wrong", which the plan does not expect from it.
        expected  each check once, from the run that the plan names for it
        found     wrong
        to do     Add "wrong" to the plan's list, or take the report out of the program.]
    `);
  });

  it('that are reported twice stop the verification', () => {
    expect(() => judgeReportedChecks(lab, [ran([check('right', 0, 0), check('right', 0, 1)])])).toThrow('twice');
  });
});

describe('measurements', () => {
  it('carry the summary of their samples', () => {
    const [a] = judgeMeasurements(lab, [ran([samples('a', [3, 1, 2]), samples('b', [1])])]);
    expect(a?.summary).toEqual({ n: 3, min: 1, q1: 1.5, median: 2, q3: 2.5, max: 3 });
  });

  it('in another unit than the plan states stop the verification', () => {
    expect(() => judgeMeasurements(lab, [ran([samples('a', [1], 'ms'), samples('b', [1])])])).toThrow(
      'one unit in the plan and another in the program',
    );
  });

  it('that a run which ended well left out stop the verification', () => {
    expect(() => judgeMeasurements(lab, [ran([samples('a', [1])])])).toThrow('did not report the measurement "b"');
  });

  it('of a run that did not end well are absent', () => {
    expect(judgeMeasurements(lab, [ran([samples('a', [1])], { kind: 'signalled', signal: 'SIGKILL' })])).toHaveLength(
      1,
    );
  });
});

describe('comparisons', () => {
  const compared = (a: number[], b: number[]): string | undefined =>
    judgeComparisons(plan, judgeMeasurements(lab, [ran([samples('a', a), samples('b', b)])]))[0]?.verdict;

  it('are clear only where the interval of the ratio excludes 1', () => {
    expect(compared([1, 1.01, 1.02, 1.01, 1], [2, 2.01, 2.02, 2.01, 2])).toBe('faster');
    expect(compared([2, 2.01, 2.02, 2.01, 2], [1, 1.01, 1.02, 1.01, 1])).toBe('slower');
    expect(compared([1, 3, 2, 1.5, 2.5], [1.1, 2.9, 2.1, 1.4, 2.6])).toBe('no-clear-difference');
  });

  it('carry the gate of the plan, and measurements the bytes they stand for', () => {
    const gate = { requires: { kind: 'not-slower' as const }, onlyOn: ['acme-z900'] };
    const gated: Plan = {
      ...plan,
      measurements: plan.measurements.map((one) => ({ ...one, bytes: 4096 })),
      comparisons: plan.comparisons.map((one) => ({ ...one, gate })),
    };
    const measurements = judgeMeasurements({ ...lab, plan: gated }, [
      ran([samples('a', [1, 1]), samples('b', [2, 2])]),
    ]);
    expect(measurements.map(({ bytes }) => bytes)).toEqual([4096, 4096]);
    expect(judgeComparisons(gated, measurements)[0]).toMatchObject({ gate, verdict: 'faster' });
  });
});

it('counts instructions by opcode with its modifiers', () => {
  const instruction = (opcode: string, at: number): Listing['instructions'][number] => ({
    at,
    opcode,
    operands: '',
    encoding: '0x00000000000000000000000000000000',
  });
  const listing: Listing = {
    build: 'p/sm_90',
    program: 'p',
    target: 'sm_90',
    kernel: 'k',
    symbol: '_Z1kv',
    demangled: null,
    places: [],
    instructions: [instruction('SHFL.DOWN', 0), instruction('FADD', 16), instruction('SHFL.BFLY', 32)],
    padding: 0,
    crossCheck: { verdict: 'not-compared', reason: 'a test' },
  };
  const counted = judgeInstructionCounts(
    {
      ...plan,
      instructionCounts: [
        {
          id: 'k/shuffles',
          program: 'p',
          kernel: 'k',
          opcode: 'SHFL',
          expected: 1,
          kind: 'gate',
          description: 'shuffles',
        },
      ],
    },
    [
      { program: 'p', target: 'sm_80' },
      { program: 'p', target: 'sm_90' },
      { program: 'another', target: 'sm_90' },
    ],
    [listing],
  );
  expect(counted).toMatchObject([
    { id: 'k/shuffles/sm_80', result: { status: 'not-reported', reason: 'the machine code could not be listed' } },
    { id: 'k/shuffles/sm_90', result: { status: 'judged', expected: 1, got: 2, holds: false } },
  ]);
});

it('keeps vectors with the run they came from', () => {
  const report = { type: 'vector' as const, id: 'v', description: 'lanes', valueType: 'u32' as const };
  const rest = { shape: [1], seed: null, encoding: 'base64' as const, data: 'AQAAAA==' };
  expect(gatherVectors(lab, [ran([{ ...report, ...rest }])])).toEqual([
    { id: 'v', description: 'lanes', type: 'u32', run: 'one', ...rest },
  ]);
});
