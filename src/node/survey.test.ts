import { expect, test } from 'vitest';
import { SAMPLE_FILE, SAMPLE_PATTERN, SAMPLE_SOURCE } from '../evidence/fixtures/sample-evidence.ts';
import { describeProblems } from '../evidence/problem.ts';
import {
  SAMPLE_EVIDENCE_FILE,
  SAMPLE_PLAN_FILE,
  evidenceText,
  sampleFiles,
  writeRepository,
} from './fixtures/sample-repository.ts';
import { readSnapshot } from './snapshot.ts';
import { survey } from './survey.ts';

async function problems(changes: Record<string, string | null>, showStale = false): Promise<string> {
  return describeProblems(survey(await readSnapshot(await writeRepository(changes)), { showStale }));
}

const SIGNOFF = 'content/signoffs/sample-lab.json';
/** An empty file: a source that the plan does not name. */
const OTHER_SOURCE = {
  path: 'code/sample-lab/other.cu',
  role: 'source' as const,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};
const oneByte = SAMPLE_SOURCE.replace('// as it should', '// as it shoulD');

test('a sound repository has no problem', async () => {
  expect(await problems({})).toBe('');
});

test('one byte of a comment in a kernel', async () => {
  const text = await problems({ [SAMPLE_FILE]: oneByte });
  expect(text).toMatchInlineSnapshot(`
    "code/sample-lab/sample.cu
      problem   This source changed after the evidence in code/sample-lab/evidence/sample-gpu.json was made with it.
      expected  sha256 7457e8514499e3569d9d0128de1e92c04c810a194cb1c6929cbdc9536e01e02e
      found     sha256 4d93a8967e0e7abb9aa7b19b0fd76f68e79e14d78eef5437cadc535908921034
      to do     Run: npx lockstep verify sample-lab
                (or take the change back: git restore code/sample-lab/sample.cu)"
  `);
});

test('staleness can be shown instead, and nothing else can', async () => {
  expect(await problems({ [SAMPLE_FILE]: oneByte }, true)).toBe('');
  expect(await problems({ [SAMPLE_EVIDENCE_FILE]: evidenceText().replace('10.05', '10.06') }, true)).toContain(
    'was changed after it was written',
  );
});

test('a source that is gone', async () => {
  expect(await problems({ [SAMPLE_FILE]: null })).toMatchInlineSnapshot(`
    "code/sample-lab/sample.cu
      problem   This source is gone, and the evidence in code/sample-lab/evidence/sample-gpu.json was made with it.
      expected  sha256 7457e8514499e3569d9d0128de1e92c04c810a194cb1c6929cbdc9536e01e02e
      found     no file
      to do     Run: npx lockstep verify sample-lab
                (or take the change back: git restore code/sample-lab/sample.cu)"
  `);
});

test('a plan that changed, though only in its spaces', async () => {
  expect(await problems({ [SAMPLE_PLAN_FILE]: `${sampleFiles()[SAMPLE_PLAN_FILE] ?? ''}\n` })).toContain(
    `${SAMPLE_PLAN_FILE}\n  problem   This plan changed`,
  );
});

test('a plan that is wrong', async () => {
  const plan = (sampleFiles()[SAMPLE_PLAN_FILE] ?? '').replace('"program": "sample"', '"program": "sampel"');
  expect(await problems({ [SAMPLE_PLAN_FILE]: plan }, true)).toMatchInlineSnapshot(`
    "code/sample-lab/plan.json:37:18
      problem   runs[0].program: no program "sampel"
      found     "sampel"
      to do     Mend code/sample-lab/plan.json; src/schema/plan.ts says what a plan holds."
  `);
});

test('a lab that was never verified', async () => {
  expect(await problems({ [SAMPLE_EVIDENCE_FILE]: null })).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json
      problem   Lab "sample-lab" has no evidence for the primary device of the course.
      expected  code/sample-lab/evidence/sample-gpu.json
      found     no evidence
      to do     On a machine with that device, run: npx lockstep verify sample-lab"
  `);
});

test('a lab that was verified on another device only', async () => {
  const text = evidenceText((evidence) => ({ ...evidence, deviceSlug: 'other-gpu' }));
  const changes = { [SAMPLE_EVIDENCE_FILE]: null, 'code/sample-lab/evidence/other-gpu.json': text };
  expect(await problems(changes)).toContain('found     evidence for other-gpu');
});

test('evidence that no page quotes is judged too', async () => {
  const changes = { 'code/sample-lab/evidence/other-gpu.json': '{' };
  expect(await problems(changes)).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/other-gpu.json:1:1
      problem   The file is not JSON.
      expected  a whole JSON text
      found     Expected property name or '}'
      to do     Run: npx lockstep verify sample-lab
                (or take the file back as it was committed: git restore code/sample-lab/evidence/other-gpu.json)"
  `);
});

test('evidence of a verification that failed', async () => {
  const text = evidenceText((evidence) => ({
    ...evidence,
    verdict: 'failed',
    checks: evidence.checks.map((one) =>
      one.kind === 'gate'
        ? { ...one, result: { status: 'judged' as const, expected: 0, got: 3, tolerance: 0, holds: false } }
        : one,
    ),
  }));
  expect(await problems({ [SAMPLE_EVIDENCE_FILE]: text })).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:14:14
      problem   The verification that wrote this evidence failed.
      expected  every gate to hold
      found     gate sum/wrong does not hold: expected 0, got 3
      to do     Repair the lab, then run: npx lockstep verify sample-lab"
  `);
});

test('evidence that holds a check which stands beside no kernel', async () => {
  const text = evidenceText((evidence) => ({ ...evidence, checks: [...evidence.checks, SAMPLE_PATTERN] }));
  expect(await problems({ [SAMPLE_EVIDENCE_FILE]: text })).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:453:5
      problem   The evidence holds a check that stands beside no kernel: "sass/sample/halves/1/sm_90".
      expected  the line in code/sample-lab/sample.cu
      found     SHFL x1, said to be in line 6
      to do     Run: npx lockstep verify sample-lab"
  `);
  // Of a source that was changed since, nothing can be said but that.
  expect(await problems({ [SAMPLE_EVIDENCE_FILE]: text, [SAMPLE_FILE]: oneByte })).toMatch(
    /^code\/sample-lab\/sample\.cu\n {2}problem {3}This source changed after/,
  );
});

test('a page without a file for its sign-offs', async () => {
  expect(await problems({ [SIGNOFF]: null })).toMatchInlineSnapshot(`
    "content/signoffs/sample-lab.json
      problem   The file is missing.
      expected  a JSON file
      found     no file
      to do     Write to content/signoffs/sample-lab.json: {"format":{"name":"lockstep-signoffs","version":1},"page":"sample-lab","records":[]}"
  `);
});

test('sign-offs of another page, sign-offs of no page', async () => {
  const other = (sampleFiles()[SIGNOFF] ?? '').replace('"sample-lab"', '"other"');
  expect(await problems({ [SIGNOFF]: other })).toMatchInlineSnapshot(`
    "content/signoffs/sample-lab.json:1:59
      problem   The sign-offs lie at the path of another page.
      expected  sample-lab
      found     other
      to do     Rename the file, or mend its "page"."
  `);
  expect(await problems({ 'content/signoffs/other.json': other })).toMatchInlineSnapshot(`
    "content/signoffs/other.json
      problem   These sign-offs belong to no page.
      expected  one of content/signoffs/sample-lab.json
      found     content/signoffs/other.json
      to do     When the page was renamed, rename this file as well; when the page is gone, delete it."
  `);
});

test('a sign-off that nobody verified', async () => {
  const record = {
    page: 'sample-lab',
    role: 'author',
    person: 'A. Person',
    at: '2026-01-31T12:00:00Z',
    covers: [{ kind: 'prose', sha256: 'a'.repeat(64) }],
    signature: 'x',
  };
  const signed = (sampleFiles()[SIGNOFF] ?? '').replace('"records":[]', `"records":[${JSON.stringify(record)}]`);
  expect(await problems({ [SIGNOFF]: signed })).toContain('this version of Lockstep verifies no signature');
});

test('a course without its configuration', async () => {
  expect(await problems({ 'content/course.json': null })).toMatchInlineSnapshot(`
    "content/course.json
      problem   The file is missing.
      expected  a JSON file
      found     no file
      to do     Mend content/course.json; src/schema/course.ts says what it holds."
  `);
});

test('evidence whose list of inputs was shortened, with the right digest, though its source changed', async () => {
  const text = evidenceText((evidence) => ({
    ...evidence,
    inputs: [...evidence.inputs.filter(({ path }) => path !== SAMPLE_FILE), OTHER_SOURCE],
  }));
  const changes = { [SAMPLE_EVIDENCE_FILE]: text, [SAMPLE_FILE]: oneByte, [OTHER_SOURCE.path]: '' };
  expect(await problems(changes)).toMatchInlineSnapshot(`
    "code/sample-lab/evidence/sample-gpu.json:15:13
      problem   The evidence lists no digest of code/sample-lab/sample.cu, which its results depend on.
      expected  code/sample-lab/sample.cu
      found     code/sample-lab/plan.json, code/sample-lab/other.cu
      to do     Run: npx lockstep verify sample-lab"
  `);
});
