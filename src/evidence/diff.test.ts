import { describe, expect, test } from 'vitest';
import type { Evidence } from '../schema/evidence.ts';
import { summarize } from '../schema/statistics.ts';
import { diffEvidence } from './diff.ts';
import { sampleEvidence } from './fixtures/sample-evidence.ts';

const INPUT = { path: 'code/sample-lab/sample.cu', role: 'source' as const, sha256: 'a'.repeat(64) };
const sample = (): Evidence => ({ ...structuredClone(sampleEvidence([INPUT])), digest: '0'.repeat(64) });

/** The sample against itself with a change. */
const changed = (change: (evidence: Evidence) => void): ReturnType<typeof diffEvidence> => {
  const after = sample();
  change(after);
  return diffEvidence(sample(), after);
};

const listingOf = ({ sass }: Evidence): Evidence['sass']['listings'][number] => {
  const [listing] = sass.listings;
  if (listing === undefined) throw new Error('the sample has no listing');
  return listing;
};

const scaled = (evidence: Evidence, factor: number): void => {
  for (const one of evidence.measurements) {
    one.samples = one.samples.map((value) => value * factor);
    one.summary = summarize(one.samples);
  }
};

test('a file is the same as itself, and as another capture of it', () => {
  const diff = changed((after) => {
    after.capture = { ...after.capture, at: '2030-01-01T00:00:00Z', argv: ['verify'] };
    after.digest = '1'.repeat(64);
    scaled(after, 1.003);
  });
  expect(diff.same).toBe(true);
  expect(Object.values(diff.facts).flat()).toEqual([]);
  expect(diff.measurements.map(({ verdict }) => verdict)).toEqual(Array(3).fill('no-clear-difference'));
});

describe('facts', () => {
  test('toolchain, device, inputs, verdict', () => {
    const { same, facts } = changed((after) => {
      after.toolchain['nvcc'] = { status: 'found', version: '13.1.0', line: 'release 13.1, V13.1.0' };
      delete after.toolchain['ncu'];
      after.inputs = [
        { ...INPUT, sha256: 'b'.repeat(64) },
        { ...INPUT, path: 'code/sample-lab/new.cuh' },
      ];
      if (after.device.kind === 'gpu') after.device.driver = '590.0';
      after.verdict = 'failed';
    });
    expect(same).toBe(false);
    expect(facts.toolchain).toEqual([
      { what: 'nvcc', before: 'Cuda compilation tools, release 13.0, V13.0.88', after: 'release 13.1, V13.1.0' },
      { what: 'ncu', before: 'unavailable: ncu: not found', after: null },
    ]);
    expect(facts.device).toEqual([{ what: 'driver', before: '580.1', after: '590.0' }]);
    expect(facts.inputs.map(({ what, before }) => [what, before === null])).toEqual([
      ['code/sample-lab/sample.cu', false],
      ['code/sample-lab/new.cuh', true],
    ]);
    expect(facts.identity).toEqual([{ what: 'verdict', before: 'passed', after: 'failed' }]);
  });

  test('registers and a build that no longer works', () => {
    const { facts } = changed((after) => {
      const [first, second] = after.builds;
      if (first?.result.status !== 'ok' || second === undefined) throw new Error('the sample has changed');
      const [kernel] = first.result.kernels;
      if (kernel !== undefined) Object.assign(kernel, { registers: 12, spillStoreBytes: 4 });
      const called = { symbol: '_Z4growi', demangled: null, stackBytes: 8, spillStoreBytes: 0, spillLoadBytes: 0 };
      first.result.functions = [called];
      second.result = { status: 'skipped', reason: 'none' };
    });
    expect(facts.resources).toEqual([
      {
        what: 'sample/sm_90 _Z6halvesPKfPf',
        before: '8 registers, 0 B shared, 0 B stack, 0 B stored and 0 B loaded by spills, 0 barriers',
        after: '12 registers, 0 B shared, 0 B stack, 4 B stored and 0 B loaded by spills, 0 barriers',
      },
      {
        what: 'sample/sm_90 _Z4growi, called',
        before: null,
        after: '8 B stack, 0 B stored and 0 B loaded by spills',
      },
    ]);
    expect(facts.builds).toEqual([{ what: 'sample/sm_120', before: 'unsupported-by-toolchain', after: 'skipped' }]);
  });

  test('checks, runs, comparisons', () => {
    const { facts } = changed((after) => {
      const [check] = after.checks;
      if (check !== undefined) check.result = { status: 'judged', expected: 0, got: 3, tolerance: 0, holds: false };
      const [run] = after.runs;
      if (run !== undefined) run.ended = { kind: 'timed-out', afterSeconds: 20 };
      after.comparisons = [];
    });
    expect(facts.checks).toEqual([{ what: 'sum/wrong', before: 'expected 0, got 0', after: 'expected 0, got 3' }]);
    expect(facts.runs).toEqual([{ what: 'time', before: 'exited with 0', after: 'timed out after 20 s' }]);
    expect(facts.comparisons).toEqual([{ what: 'fast-against-slow', before: 'faster', after: null }]);
  });

  test('what a sanitizer came to', () => {
    const { facts } = changed((after) => {
      after.sanitizers = [
        {
          id: 'sync',
          tool: 'synccheck',
          build: 'sample/sm_90',
          target: 'sm_90',
          expected: { kind: 'clean' },
          ended: { kind: 'exited', code: 86 },
          findings: [
            {
              severity: 'error',
              kind: 'invalid-arguments',
              message: 'm',
              kernel: 'k',
              file: 'a.cu',
              line: 7,
              count: 16,
            },
          ],
          summaryLine: 'ERROR SUMMARY: 16 errors',
          control: null,
          verdict: 'unexpected',
          said: { text: '', cutBytes: 0 },
        },
      ];
    });
    expect(facts.sanitizers).toEqual([
      {
        what: 'sync',
        before: null,
        after: 'unexpected; exited with 86; invalid-arguments x16 k a.cu:7; ERROR SUMMARY: 16 errors',
      },
    ]);
  });
});

describe('machine code', () => {
  test('an instruction put before a branch moves its address, and changes nothing else', () => {
    const jump = (to: string): Evidence['sass']['listings'][number]['instructions'][number] => ({
      at: 80,
      opcode: 'BRA',
      operands: to,
      encoding: '0x00',
    });
    const before = sample();
    listingOf(before).instructions.push(jump('0x50'));
    const after = sample();
    const { instructions } = listingOf(after);
    instructions.splice(1, 0, { at: 16, opcode: 'MOV', operands: 'R9, RZ', encoding: '0x00' });
    instructions.push(jump('0x60'));
    const { same, listings } = diffEvidence(before, after);
    expect(same).toBe(false);
    expect(listings).toMatchObject([{ kernel: 'halves', target: 'sm_90', kind: 'changed', before: 6, after: 7 }]);
    expect(listings[0]?.edits.filter(({ kind }) => kind !== 'kept')).toEqual([{ kind: 'added', text: 'MOV R9, RZ' }]);
  });

  test('the same instructions with other bits', () => {
    const { same, listings } = changed((after) => {
      const [first] = listingOf(after).instructions;
      if (first !== undefined) first.encoding = '0x0000000402027982';
    });
    expect([same, listings]).toMatchObject([false, [{ kind: 're-encoded', reencoded: 1, edits: [] }]]);
  });

  test('a listing that only one file has, and why', () => {
    const { listings, missing } = changed((after) => {
      after.sass = { listings: [], missing: [{ program: 'sample', target: 'sm_90', reason: 'no nvdisasm' }] };
    });
    expect(listings).toMatchObject([{ kind: 'only-before', before: 5, after: null }]);
    expect(missing).toContainEqual({ what: 'sample sm_90', before: null, after: 'no nvdisasm' });
  });
});

describe('measurements', () => {
  test('a clear difference has a direction, with its ratio', () => {
    const { same, measurements } = changed((after) => {
      scaled(after, 1.2);
    });
    expect(same).toBe(false);
    expect(measurements.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['fast/time', 'higher'],
      ['slow/time', 'higher'],
      ['step/cycles', 'higher'],
    ]);
    expect(measurements[0]?.interval?.ratio).toBeCloseTo(1.2, 10);
    expect(diffEvidence(changedBy(1.2), sample()).measurements[0]?.verdict).toBe('lower');
  });

  const changedBy = (factor: number): Evidence => {
    const evidence = sample();
    scaled(evidence, factor);
    return evidence;
  };

  test('a small one has none, however little the samples spread', () => {
    expect(diffEvidence(sample(), changedBy(1.015)).same).toBe(true);
    expect(diffEvidence(sample(), changedBy(1.04)).same).toBe(false);
  });

  test('another method, another unit, and zero', () => {
    const { measurements } = changed((after) => {
      const [first, second, third] = after.measurements;
      if (first !== undefined) first.method = { ...first.method, cache: 'warm' };
      if (second !== undefined) second.unit = 'ns';
      if (third !== undefined) Object.assign(third, { samples: [0], summary: summarize([0]) });
    });
    expect(measurements.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['not-comparable', 'cache: cold and warm'],
      ['not-comparable', 'in µs and in ns'],
      ['not-comparable', 'samples that are not above zero have no ratio'],
    ]);
  });

  test('one that only one file has', () => {
    const { measurements, same } = changed((after) => {
      after.measurements = after.measurements.slice(1);
    });
    expect([same, measurements[0]]).toMatchObject([false, { verdict: 'only-before', after: null, interval: null }]);
  });
});

test('a counter that moved is shown and decides nothing', () => {
  const profiled = (value: number): Evidence => ({
    ...sample(),
    profiles: [
      {
        id: 'p',
        run: 'time',
        kernel: 'halves',
        result: { status: 'read', metrics: [{ name: 'm', unit: '%', value }] },
      },
    ],
  });
  const diff = diffEvidence(profiled(1), profiled(2));
  expect([diff.same, diff.readings]).toEqual([true, [{ what: 'p m', before: '1 %', after: '2 %' }]]);
});
