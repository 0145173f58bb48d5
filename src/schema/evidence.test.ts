import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { evidence, type Evidence } from './evidence.ts';
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

  it('a measurement without a device', () => {
    expect(complaints((value) => (value.device = { kind: 'none', reason: 'no device' }))).toEqual([
      'measurements: no device was reached, so nothing can have been measured',
    ]);
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
  });

  it('an instruction whose place is not in the list', () => {
    const claimed = complaints((value) => (first(first(value.sass.listings).instructions).place = 999));
    expect(claimed).toEqual(['sass.listings.0.instructions.0.place: names no entry of places']);
  });

  it('a path out of the repository, and one of the machine', () => {
    expect(complaints((value) => (first(value.inputs).path = '../secret'))).toEqual([
      'inputs.0.path: a path stays inside the repository',
    ]);
    expect(complaints((value) => (first(value.inputs).path = '/root/code/a.cu'))).toEqual([
      'inputs.0.path: a path is relative to the repository',
    ]);
  });

  it('a field that the format does not know', () => {
    expect(complaints((value) => Object.assign(value, { hostname: 'gpu-box' }))[0]).toContain('hostname');
  });
});

it('publishes a JSON Schema of every kind of file', () => {
  for (const name of schemaNames) {
    expect(jsonSchema(name)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  }
});
