import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { evidence, EVIDENCE_FORMAT, type Evidence } from './evidence.ts';
import { jsonSchema, schemaNames } from './published.ts';

// Evidence of a real run: one lab, one device, one program that traps and one that hangs.
const golden = join(import.meta.dirname, '../../scripts/verify/fixtures/sample/golden.json');

let whole: Evidence;
beforeEach(() => {
  whole = JSON.parse(readFileSync(golden, 'utf8')) as Evidence;
});

/** What the schema says of the file after a change. */
function complaints(change: (value: Evidence) => void): string[] {
  change(whole);
  const result = evidence.safeParse(whole);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

const PATH_FAULT = 'inputs.0.path: a path is relative to the repository, stays inside it, and uses forward slashes';

const first = <Item>(items: Item[]): Item => {
  const [item] = items;
  if (item === undefined) throw new Error('the golden evidence lacks what this test changes');
  return item;
};

it('takes the evidence of a real run', () => {
  expect(complaints(() => undefined)).toEqual([]);
});

describe('refuses evidence that contradicts itself', () => {
  it('a median that the samples do not give', () => {
    expect(complaints((value) => (first(value.measurements).summary.median *= 0.5)).join()).toMatch(
      /^measurements\.0\.summary\.median: is .*, but the samples give/,
    );
  });

  it('a check that claims to hold', () => {
    const claimed = complaints((value) => {
      const { result } = first(value.checks);
      if (result.status === 'judged') result.got = 31;
    });
    expect(claimed[0]).toBe('checks.0.result.holds: does not follow from expected, got and tolerance');
  });

  it('a verdict of passed beside a gate that does not hold', () => {
    const claimed = complaints((value) => {
      first(value.checks).result = { status: 'judged', expected: 0, got: 31, tolerance: 0, holds: false };
    });
    expect(claimed).toEqual(['verdict: is "passed", but gate rotate/wrong does not hold: expected 0, got 31']);
  });

  it('measurements and checks without a device', () => {
    const message = 'no device was reached, so nothing can have been measured';
    expect(complaints((value) => (value.device = { kind: 'none', reason: 'no device' }))).toEqual([
      `measurements: ${message}`,
      `checks: ${message}`,
    ]);
  });

  it('inputs without the plan, without a source, or with one twice', () => {
    expect(complaints((value) => value.inputs.splice(0, value.inputs.length, first(value.inputs)))).toEqual([
      'inputs: name no source',
    ]);
    expect(complaints((value) => (first(value.inputs).role = 'header'))).toContain(
      'inputs: name 0 plans, where one belongs',
    );
  });

  it('a run of a build that is not there, or that was refused', () => {
    expect(complaints((value) => (first(value.runs).build = 'sample/sm_99'))).toEqual([
      'runs.0.build: names no build: "sample/sm_99"',
    ]);
    expect(complaints((value) => (first(value.runs).build = 'sample/sm_70'))).toEqual([
      'runs.0.build: names a build that is unsupported-by-toolchain: "sample/sm_70"',
    ]);
  });

  it('a measurement or check of a run that did not take place', () => {
    const skipped = complaints((value) => {
      const one = first(value.runs);
      one.ended = { kind: 'skipped', reason: 'not asked for' };
      one.required = null;
    });
    expect(skipped).toEqual([
      'measurements.0.run: names no run that took place: "rotate"',
      'checks.0.origin: names no run that took place: "rotate"',
      'checks.1.origin: names no run that took place: "rotate"',
    ]);
  });

  it('a count that the listing does not hold', () => {
    const counted = complaints((value) => {
      const check = value.checks.find(({ origin }) => origin.kind === 'sass');
      if (check !== undefined) {
        check.result = { status: 'judged', expected: 7, got: 7, tolerance: 0, holds: true };
      }
    });
    expect(counted[0]).toMatch(/result\.got: states 7, but the listing holds 1$/);
  });

  describe('a check beside a kernel', () => {
    /** What the schema says after a change of the first such check. */
    const changed = (change: (check: Evidence['checks'][number]) => unknown): string[] =>
      complaints((value) => {
        const check = value.checks.find(({ origin }) => origin.kind === 'sass-pattern');
        if (check === undefined) throw new Error('the golden evidence lacks a check beside a kernel');
        change(check);
      }).map((one) => one.replace(/^checks\.\d+/, 'checks.n'));

    it.each<[string, (check: Evidence['checks'][number]) => unknown, string]>([
      [
        'that the listing does not bear out',
        ({ origin }) => Object.assign(origin, { text: 'SHFL x2' }),
        'states "holds", but by the listing item 1, "SHFL x2": 1 of 2 found, no further one after',
      ],
      [
        'that holds by the listing',
        ({ result }) => Object.assign(result, { got: 'item 1, "LDG": none in the kernel', holds: false }),
        'states "item 1, "LDG": none in the kernel", but by the listing it holds',
      ],
      [
        'of a build that was refused',
        ({ origin }) => Object.assign(origin, { build: 'sample/sm_70' }),
        'names no release build for sm_80 that is ok: "sample/sm_70"',
      ],
      [
        'of a build for another target',
        ({ origin }) => Object.assign(origin, { build: 'sample/sm_90' }),
        'names no release build for sm_80 that is ok: "sample/sm_90"',
      ],
      [
        'that cannot be read',
        ({ origin }) => Object.assign(origin, { text: 'SHFL no comma' }),
        'cannot be read: SHFL no comma',
      ],
      ['that is no gate', (check) => (check.kind = 'observation'), 'is an observation, but a pattern'],
      [
        'that is only recorded',
        (check) => (check.result = { status: 'recorded', got: 'holds' }),
        'does not expect "holds"',
      ],
    ])('%s', (_, change, message) => {
      expect(changed(change)).toContainEqual(expect.stringContaining(`checks.n: ${message}`));
    });
  });

  it('scheduling fields that the encoding does not give, or whose layout has no source', () => {
    const [listing] = whole.sass.listings;
    const [instruction] = listing?.instructions ?? [];
    if (instruction === undefined) throw new Error('the golden evidence lacks a listing');
    const message = (text: string): string => `sass.listings.0.instructions.0.control: ${text}`;
    expect(complaints(() => (instruction.control = 'B------:R-:W-:Y:S15'))).toEqual([
      message('is not what the encoding says'),
    ]);
    expect(complaints(() => delete instruction.control)).toEqual([message('is not what the encoding says')]);
    expect(complaints(() => (instruction.control = 'B------:R6:W-:Y:S15'))[0]).toMatch(/scheduling fields look like/);
  });

  it('scheduling fields whose layout has no source', () => {
    expect(complaints((value) => delete value.sass.controlLayouts)[0]).toBe(
      'sass.listings.0.instructions.0.control: is stated, and no source of the layout of sm_80',
    );
  });

  it('a vector whose data are not of its size', () => {
    const vector = { id: 'v', description: 'v', run: 'rotate', type: 'u32', seed: null, encoding: 'base64' } as const;
    expect(complaints((value) => value.vectors.push({ ...vector, shape: [2], data: 'AQAAAA==' }))).toEqual([
      'vectors.0.data: holds 4 bytes, but its shape and type give 8',
    ]);
    expect(complaints((value) => value.vectors.splice(0, 1, { ...vector, shape: [1], data: 'AQAA*A==' }))).toEqual([
      'vectors.0.data: is not base64',
    ]);
  });

  it('a sanitizer that is clean beside no control that fired, or that never ran', () => {
    const clean = {
      id: 's',
      tool: 'synccheck',
      build: 'sample/sm_90',
      target: 'sm_90',
      expected: { kind: 'clean' },
      ended: { kind: 'exited', code: 0 },
      findings: [],
      summaryLine: 'ERROR SUMMARY: 0 errors',
      control: null,
      verdict: 'as-expected',
      said: { text: '', cutBytes: 0 },
    } as const;
    const with_ = (changes: object) => (value: Evidence) =>
      value.sanitizers.splice(
        0,
        1,
        Object.assign(structuredClone(clean), changes) as unknown as Evidence['sanitizers'][number],
      );
    expect(complaints(with_({}))).toEqual(['sanitizers.0.verdict: is "as-expected", but what came says "unproven"']);
    expect(complaints(with_({ ended: { kind: 'not-started', reason: 'not found' } }))).toEqual([
      'sanitizers.0.verdict: is "as-expected", but what came says "unavailable"',
    ]);
    const control = { lab: 'controls', sanitizer: 'c', session: whole.capture.session, fired: true };
    const missing = 'sanitizers.0.control.lab: is of "controls", whose plan and sources are not among the inputs';
    expect(complaints(with_({ control }))).toEqual([missing]);
    const of = (name: string) => ({ path: `code/controls/${name}`, role: 'control', sha256: 'c'.repeat(64) }) as const;
    whole.inputs.push(of('plan.json'));
    expect(complaints(with_({ control }))).toEqual([missing]);
    whole.inputs.push(of('controls.cu'));
    expect(complaints(with_({ control }))).toEqual([]);
    expect(complaints(with_({ control: { ...control, session: '2026-01-31T12:00:00.001Z' } }))).toEqual([
      'sanitizers.0.control: is of another session',
    ]);
  });

  it('a listing of no build, and one that is there twice', () => {
    expect(complaints((value) => (first(value.sass.listings).build = 'sample/sm_70'))[0]).toBe(
      'sass.listings.0.build: names no build that is ok: "sample/sm_70"',
    );
    first(whole.sass.listings).build = 'sample/sm_80';
    expect(complaints((value) => value.sass.listings.push(structuredClone(first(value.sass.listings))))[0]).toMatch(
      /^sass\.listings\.\d+: rotate of sample\/sm_80 is there twice$/,
    );
  });

  describe('conditions of a measurement', () => {
    const read = {
      status: 'read' as const,
      readings: 9,
      smClockMHz: { before: 1980, after: 1965, least: 1950 },
      throttleReasons: { before: '0x0', after: '0x4', ever: '0x5' },
    };
    const stated = (conditions: Evidence['measurements'][number]['conditions']): string[] =>
      complaints((value) => (first(value.measurements).conditions = conditions));

    it('whose least clock is not the least', () => {
      expect(stated(read)).toEqual([]);
      expect(stated({ ...read, smClockMHz: { before: 1980, after: 1965, least: 1970 } })).toEqual([
        'measurements.0.conditions.smClockMHz.least: is above another reading',
      ]);
    });

    it('that lose a reason that a reading had, or state none in hexadecimal', () => {
      const path = 'measurements.0.conditions.throttleReasons';
      expect(stated({ ...read, throttleReasons: { before: '0x8', after: '0x4', ever: '0x5' } })).toEqual([
        `${path}.ever: lacks a reason of a reading`,
      ]);
      expect(stated({ ...read, throttleReasons: { before: '0x0', after: 'none', ever: '0x5' } })).toEqual([
        `${path}.after: must be hexadecimal`,
      ]);
    });

    it('that are left out', () => {
      expect(
        complaints((value) => delete (first(value.measurements) as { conditions?: object }).conditions),
      ).toHaveLength(1);
    });
  });

  it('an id that is there twice', () => {
    expect(complaints((value) => value.measurements.push(first(value.measurements)))).toEqual([
      'measurements.1.id: "rotate/time" is there twice',
    ]);
  });

  it('a comparison of something that was not measured', () => {
    const interval = {
      method: 'block-bootstrap-of-median-ratio',
      confidence: 0.95,
      resamples: 10,
      blockRounds: 2,
      leastEffect: 0,
      seed: 1,
    } as const;
    const claimed = complaints((value) =>
      value.comparisons.push({
        id: 'made-up',
        description: 'nothing',
        first: 'rotate/time',
        second: 'nothing',
        interval: { ...interval, ratio: 0.5, low: 0.4, high: 0.6 },
        verdict: 'faster',
      }),
    );
    expect(claimed).toEqual(['comparisons.0: compares a measurement that is not in the file']);
  });

  it('a verdict that its interval does not give', () => {
    const same = (value: Evidence): void => {
      const one = first(value.measurements);
      value.measurements.push({ ...one, id: 'rotate/again' });
      value.comparisons.push({
        id: 'a-against-itself',
        description: 'the same samples twice',
        first: 'rotate/time',
        second: 'rotate/again',
        interval: {
          method: 'block-bootstrap-of-median-ratio',
          confidence: 0.95,
          resamples: 10,
          blockRounds: 2,
          leastEffect: 0,
          seed: 1,
          ratio: 0.5,
          low: 0.4,
          high: 0.6,
        },
        verdict: 'faster',
      });
    };
    expect(complaints(same)[0]).toMatch(/^comparisons\.0: states ratio 0\.5, but the samples give 1/);
    const unlike = complaints((value) => {
      first(value.measurements).discarded = [{ sample: 1, reason: 'hardware slowdown during the round' }];
    });
    expect(unlike).toEqual(['comparisons.0: compares arms of which not the same rounds were kept']);
  });

  it('an instruction whose place is not in the list', () => {
    const claimed = complaints((value) => (first(first(value.sass.listings).instructions).place = 999));
    expect(claimed).toEqual(['sass.listings.0.instructions.0.place: names no entry of places']);
  });

  it('a path out of the repository, and one of the machine', () => {
    expect(complaints((value) => (first(value.inputs).path = '../secret'))).toEqual([PATH_FAULT]);
    expect(complaints((value) => (first(value.inputs).path = '/root/code/a.cu'))).toEqual([PATH_FAULT]);
  });

  it('a field that the format does not know', () => {
    expect(complaints((value) => Object.assign(value, { hostname: 'gpu-box' }))[0]).toContain('hostname');
  });
});

it('publishes the schema of each format there ever was', () => {
  const formats = Array.from({ length: EVIDENCE_FORMAT }, (_, index) => `evidence-${String(index + 1)}`);
  expect(schemaNames.filter((name) => name.startsWith('evidence-'))).toEqual(formats);
  for (const [index, name] of formats.entries()) {
    expect(jsonSchema(name)).toMatchObject({
      properties: { format: { properties: { version: { const: index + 1 } } } },
    });
  }
});

it('publishes a JSON Schema of every kind of file', () => {
  for (const name of schemaNames) {
    expect(jsonSchema(name)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  }
});
