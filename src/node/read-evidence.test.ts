import { expect, test } from 'vitest';
import { problemText } from '../evidence/fixtures/sample-context.ts';
import type { Evidence } from '../schema/evidence.ts';
import { SAMPLE_EVIDENCE_FILE as FILE, evidenceText } from './fixtures/sample-repository.ts';
import { parseEvidence } from './read-evidence.ts';

type Unsigned = Omit<Evidence, 'digest'>;
const problem = (text: string): string => problemText(() => parseEvidence(text, FILE));
const spoilt = (change: (evidence: Unsigned) => object): string => problem(evidenceText(change));

test('sound evidence is read with its exact text', () => {
  const { evidence, text } = parseEvidence(evidenceText(), FILE);
  expect([evidence.lab, text]).toEqual(['sample-lab', evidenceText()]);
});

test('a file that is cut off', () => {
  expect(problem(evidenceText().slice(0, 600))).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:28:18
      problem   The file is not JSON.
      expected  a whole JSON text
      found     Expected double-quoted property name
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)"
  `);
});

test('a newer format, before anything else in it is judged', () => {
  expect(problem('{"format": {"name": "lockstep-evidence", "version": 99}, "digest": "new"}')).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:1:12
      problem   Newer format: the evidence says 99, this Lockstep reads 2.
      expected  format version 2
      found     format version 99
      to do     Update Lockstep."
  `);
});

test('an older format is no damage', () => {
  expect(problem('{"format": {"name": "lockstep-evidence", "version": 1}}')).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:1:53
      problem   Older format: the evidence says 1, this Lockstep reads 2.
      expected  format version 2
      found     format version 1
      to do     Run: npx lockstep migrate code/sample-lab/evidence/sample-gpu.json"
  `);
});

test('a file of another kind', () => {
  expect(problem('{"format": {"name": "lockstep-plan", "version": 1}}')).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:1:12
      problem   The file is not evidence.
      expected  format name "lockstep-evidence"
      found     "lockstep-plan"
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)"
  `);
  expect(problem('[]')).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:1:1
      problem   the whole file: Invalid input: expected object, received array
      expected  a value of type object
      found     []
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)"
  `);
});

test('a value typed in by hand', () => {
  expect(problem(evidenceText().replace('10.05', '10.06'))).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:484:13
      problem   The evidence was changed after it was written: its digest is not that of its content.
      expected  d64c54c842cf8ce0d5803c4276d8a79287b5123bb405171caf5cdcf78a9036fd
      found     63fed1c321e841479b27b169fcee09d84555b24b4e12464b038e09008e727ff6
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)"
  `);
});

test('a summary that does not follow from the samples, with the right digest', () => {
  const text = spoilt((evidence) => ({
    ...evidence,
    measurements: evidence.measurements.map((one) => ({
      ...one,
      summary: { ...one.summary, median: one.summary.median + 1 },
    })),
    comparisons: [],
  }));
  expect(text).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:266:19
      problem   measurements[0].summary.median: is 11.02, but the samples give 10.02
      found     11.02
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)

    code/sample-lab/evidence/sample-gpu.json:319:19
      problem   measurements[1].summary.median: is 13.5, but the samples give 12.5
      found     13.5
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)

    code/sample-lab/evidence/sample-gpu.json:368:19
      problem   measurements[2].summary.median: is 24, but the samples give 23
      found     24
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)

    3 problems"
  `);
});

test('an id that is there twice', () => {
  expect(spoilt((evidence) => ({ ...evidence, checks: [...evidence.checks, ...evidence.checks.slice(0, 1)] })))
    .toMatchInlineSnapshot(`
      "code/sample-lab/evidence/sample-gpu.json:454:13
        problem   checks[4].id: "sum/wrong" is there twice
        found     "sum/wrong"
        to do     Run: npx lockstep verify sample-lab
                  (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)"
    `);
});

test('a key that no schema knows, a value that is missing', () => {
  expect(spoilt((evidence) => ({ ...evidence, note: 'hello' }))).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:1:1
      problem   the whole file: Unrecognized key: "note"
      expected  no key beside those of the schema
      found     note
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)"
  `);
  expect(spoilt(({ device: _device, ...evidence }) => evidence)).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:1:1
      problem   device: Invalid input: expected object, received undefined
      expected  a value of type object
      found     nothing
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)"
  `);
});

test('evidence at the path of another lab', () => {
  expect(spoilt((evidence) => ({ ...evidence, lab: 'other-lab' }))).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:9:10
      problem   The evidence lies at the path of another: its lab is not that of its path.
      expected  sample-lab
      found     other-lab
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/sample-gpu.json)"
  `);
});
