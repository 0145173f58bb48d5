import { describe, expect, test } from 'vitest';
import { PLACE, problemText, sampleContext, staleContext } from './fixtures/sample-context.ts';
import { SAMPLE_PATTERN } from './fixtures/sample-evidence.ts';
import { resolveCheck, resolveComparison, resolveExhibit, resolveMeasurement, resolveSamples } from './values.ts';

const context = sampleContext();
const median = { id: 'fast/time', unit: 'µs', stat: 'median' } as const;

describe('a measurement', () => {
  test('comes with its unit, its spread and where it came from', () => {
    const { raw, shown, n, provenance } = resolveMeasurement(context, median, PLACE);
    expect({ raw, text: shown.text, n }).toEqual({ raw: 10.02, text: '10.02\u202fµs', n: 8 });
    expect(provenance).toMatchInlineSnapshot(`
      {
        "capturedAt": "2026-01-31T12:00:00Z",
        "capturedOn": "31 January 2026",
        "deviceName": "Sample GPU",
        "deviceSlug": "sample-gpu",
        "file": "code/sample-lab/evidence/sample-gpu.json",
        "freshness": {
          "state": "fresh",
        },
        "lab": "sample-lab",
        "reproduce": "npx lockstep verify sample-lab",
        "toolchain": "nvcc 13.0.88",
        "url": "/evidence/sample-lab/sample-gpu.json",
      }
    `);
  });

  test('any of its five statistics can be quoted, all to the same place', () => {
    const texts = (['min', 'q1', 'median', 'q3', 'max'] as const).map(
      (stat) => resolveMeasurement(context, { ...median, stat }, PLACE).shown.number,
    );
    expect(texts).toEqual(['10.00', '10.01', '10.02', '10.03', '10.05']);
  });

  test('an unknown id', () => {
    expect(problemText(() => resolveMeasurement(context, { ...median, id: 'fast/tiem' }, PLACE)))
      .toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   The evidence holds no measurement "fast/tiem".
        expected  a known name; nearest: "fast/time"
        found     "fast/tiem", which is not in code/sample-lab/evidence/sample-gpu.json
        to do     Change the id, or add the measurement to code/sample-lab/plan.json and run: npx lockstep verify sample-lab"
    `);
  });

  test('another unit, though it could be converted', () => {
    expect(problemText(() => resolveMeasurement(context, { ...median, unit: 'ms' }, PLACE))).toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   The unit of "fast/time" is not the one stated.
        expected  unit "µs", as in code/sample-lab/evidence/sample-gpu.json
        found     unit "ms"
        to do     Write unit="µs", and see that the sentence still says what it should."
    `);
  });

  test('an unknown lab', () => {
    expect(problemText(() => resolveMeasurement(context, { ...median, lab: 'sampel-lab' }, PLACE)))
      .toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   There is no lab "sampel-lab".
        expected  a known name; nearest: "sample-lab", "other-lab"
        found     "sampel-lab"
        to do     Name a folder of code/, or add code/sampel-lab/plan.json."
    `);
  });

  test('a lab without evidence', () => {
    expect(problemText(() => resolveMeasurement(context, { ...median, lab: 'other-lab' }, PLACE)))
      .toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   Lab "other-lab" has no evidence for the device "sample-gpu".
        expected  code/other-lab/evidence/sample-gpu.json
        found     no evidence
        to do     On a machine with that device, run: npx lockstep verify other-lab"
    `);
  });

  test('a device without evidence', () => {
    expect(problemText(() => resolveMeasurement(context, { ...median, device: 'other-gpu' }, PLACE)))
      .toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   Lab "sample-lab" has no evidence for the device "other-gpu".
        expected  code/sample-lab/evidence/other-gpu.json
        found     evidence for sample-gpu
        to do     On a machine with that device, run: npx lockstep verify sample-lab"
    `);
  });

  test('stale evidence gives no value', () => {
    expect(problemText(() => resolveMeasurement(staleContext(), median, PLACE))).toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   code/sample-lab/sample.cu: This source changed after the evidence in code/sample-lab/evidence/sample-gpu.json was made with it.
        expected  sha256 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        found     sha256 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        to do     Run: npx lockstep verify sample-lab
                  (or take the change back: git restore code/sample-lab/sample.cu)"
    `);
  });

  test('stale evidence gives a value marked as stale when that is asked for', () => {
    const { raw, provenance } = resolveMeasurement(staleContext({ showStale: true }), median, PLACE);
    expect([raw, provenance.freshness.state]).toEqual([10.02, 'stale']);
  });

  test('evidence that cannot be read gives its problems', () => {
    const problem = { place: { file: 'code/a/evidence/b.json', line: 3 }, cause: 'It is broken.', remedy: 'Mend it.' };
    const labs = {
      'sample-lab': {
        name: 'sample-lab',
        problems: [],
        devices: { 'sample-gpu': { status: 'unusable' as const, file: 'x', problems: [problem] } },
      },
    };
    expect(problemText(() => resolveMeasurement(sampleContext({ labs }), median, PLACE))).toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   code/a/evidence/b.json:3: It is broken.
        to do     Mend it."
    `);
  });
});

describe('a comparison', () => {
  test('has its ratio, its interval and a verdict that the interval carries', () => {
    const { ratio, low, high, confidence, verdictText } = resolveComparison(
      context,
      { id: 'fast-against-slow' },
      PLACE,
    );
    expect([ratio, low, high].map(({ shown }) => shown.text)).toMatchInlineSnapshot(`
      [
        "0.802×",
        "0.801×",
        "0.802×",
      ]
    `);
    expect([confidence, verdictText]).toEqual(['95%', 'faster']);
  });

  test('an unknown id', () => {
    expect(problemText(() => resolveComparison(context, { id: 'fast-slow' }, PLACE))).toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   The evidence holds no comparison "fast-slow".
        expected  a known name; nearest: "fast-against-slow"
        found     "fast-slow", which is not in code/sample-lab/evidence/sample-gpu.json
        to do     Change the id, or add the comparison to code/sample-lab/plan.json and run: npx lockstep verify sample-lab"
    `);
  });
});

describe('a check', () => {
  test('each part as the evidence has it', () => {
    const parts = (['got', 'expected', 'verdict'] as const).map((part) =>
      resolveCheck(context, { id: 'undefined/rows-wrong', part }, PLACE),
    );
    expect(parts.map(({ raw, text }) => [raw, text])).toEqual([
      [8205, '8,205'],
      [0, '0'],
      ['does not hold', 'does not hold'],
    ]);
  });

  test('an observation without a right answer', () => {
    const { text, expected, verdictText } = resolveCheck(context, { id: 'undefined/read', part: 'got' }, PLACE);
    expect([text, expected, verdictText]).toEqual(['zero', null, 'recorded']);
  });

  test('of machine code, that stands beside a kernel', () => {
    const own = sampleContext();
    const device = own.labs['sample-lab']?.devices['sample-gpu'];
    if (device?.status !== 'read') throw new Error('the sample has evidence');
    const { id } = SAMPLE_PATTERN;
    device.evidence.checks.push(SAMPLE_PATTERN);
    const { text, expected, description, verdictText } = resolveCheck(own, { id, part: 'verdict' }, PLACE);
    expect([text, expected, verdictText]).toEqual(['holds', 'holds', 'holds']);
    expect(description).toBe('machine code of halves for sm_90: SHFL x1');
  });

  test('a part that the check does not have', () => {
    expect(problemText(() => resolveCheck(context, { id: 'undefined/read', part: 'expected' }, PLACE)))
      .toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   The check "undefined/read" has no expected value: it is recorded.
        expected  a check with the part "expected"
        found     one with got and verdict
        to do     Quote a part that it has, or repair the program and run: npx lockstep verify sample-lab"
    `);
    expect(problemText(() => resolveCheck(context, { id: 'undefined/other', part: 'got' }, PLACE)))
      .toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   The check "undefined/other" has no got value: it is not reported.
        expected  a check with the part "got"
        found     one with verdict
        to do     Quote a part that it has, or repair the program and run: npx lockstep verify sample-lab"
    `);
  });
});

describe('samples', () => {
  test('stand in the order that is asked for, with the comparisons between them', () => {
    const { unit, rows, comparisons } = resolveSamples(
      context,
      { ids: ['slow/time', 'fast/time'], caption: 'Both' },
      PLACE,
    );
    expect([unit, rows.map(({ id }) => id), comparisons.map(({ id }) => id)]).toEqual([
      'µs',
      ['slow/time', 'fast/time'],
      ['fast-against-slow'],
    ]);
  });

  test('units are not mixed', () => {
    const request = { ids: ['fast/time', 'step/cycles'], caption: 'Both' };
    expect(problemText(() => resolveSamples(context, request, PLACE))).toMatchInlineSnapshot(`
      "content/days/page.mdx:12:3
        problem   Measurements in one table have one unit and stand in it once.
        expected  different ids of one unit
        found     "fast/time" in µs, "step/cycles" in cycles
        to do     Write a <Samples> for each unit."
    `);
  });
});

describe('the exhibit of the home page', () => {
  test('is the first measurement that varies, of the first day that has one', () => {
    const { shown, problems } = resolveExhibit([sampleContext({ lab: 'prose-only' }), context]);
    expect([shown?.at, shown?.value.id, problems]).toEqual([1, 'fast/time', []]);
  });

  test('does not pass over a lab that cannot be quoted', () => {
    const { shown, problems } = resolveExhibit([sampleContext({ lab: 'other-lab' }), staleContext(), context]);
    expect(shown?.at).toBe(2);
    expect(problems.map(({ cause }) => cause)).toEqual([
      'Lab "other-lab" has no evidence for the device "sample-gpu".',
      'code/sample-lab/sample.cu: This source changed after the evidence in code/sample-lab/evidence/sample-gpu.json was made with it.',
    ]);
  });
});
