import { expect, test } from 'vitest';
import type { EvidenceDiff } from '../../src/evidence/diff.ts';
import { sampleEvidence } from '../../src/evidence/fixtures/sample-evidence.ts';
import { evidenceDigest } from '../../src/node/digest.ts';
import type { Evidence } from '../../src/schema/evidence.ts';
import { summarize } from '../../src/schema/statistics.ts';
import { readTextFile } from '../lib/evidence/read-side.ts';
import { diff } from './diff.ts';

type Unsigned = Omit<Evidence, 'digest'>;

const INPUTS: Evidence['inputs'] = [
  { path: 'code/sample-lab/sample.cu', role: 'source', sha256: 'a'.repeat(64) },
  { path: 'code/sample-lab/plan.json', role: 'plan', sha256: 'c'.repeat(64) },
];

/** The sample as a file, with its digest. */
function fileOf(change: (evidence: Unsigned) => void = () => undefined): string {
  const evidence = structuredClone(sampleEvidence(INPUTS));
  change(evidence);
  return JSON.stringify({ ...evidence, digest: evidenceDigest(evidence) }, null, 2);
}

async function run(files: Record<string, string>, json = false): Promise<{ exit: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const exit = await diff(
    'old.json',
    'new.json',
    { json },
    {
      readFile: (path) => Promise.resolve(files[path] ?? null),
      out: (text) => (printed.out += text),
      err: (text) => (printed.err += text),
    },
  );
  return { exit, ...printed };
}

const upgraded = (evidence: Unsigned): void => {
  evidence.toolchain['nvcc'] = { status: 'found', version: '13.1.0', line: 'release 13.1, V13.1.0' };
  const [listing] = evidence.sass.listings;
  listing?.instructions.splice(1, 1, {
    at: 16,
    opcode: 'FMUL',
    operands: 'R5, R2.reuse, 0.25',
    encoding: '0x3e80000002057820',
    place: 1,
  });
  const [first] = evidence.measurements;
  if (first === undefined) throw new Error('the sample has no measurement');
  first.samples = first.samples.map((value) => value * 1.25);
  first.summary = summarize(first.samples);
  evidence.comparisons = [];
};

test('a compiler upgrade, as it is read', async () => {
  const { exit, out } = await run({ 'old.json': fileOf(), 'new.json': fileOf(upgraded) });
  expect(exit).toBe(1);
  expect(out).toMatchInlineSnapshot(`
    "- sample-lab on sample-gpu, captured 2026-01-31T12:00:00Z
    + sample-lab on sample-gpu, captured 2026-01-31T12:00:00Z

    toolchain
      nvcc
        - Cuda compilation tools, release 13.0, V13.0.88
        + release 13.1, V13.1.0

    comparisons
      fast-against-slow
        - faster

    machine code
      halves of sample/sm_90: 5 -> 5 instructions
          LDG.E R2, desc[UR4][R2.64]
        - FMUL R5, R2, 0.5
        + FMUL R5, R2, 0.25
          @!P0 SHFL.DOWN PT, R5, R4, 0x10, 0x1f
          STG.E desc[UR4][R4.64], R5
          …

    measurements
      fast/time: 10.02 µs -> 12.52 µs, 1.250x (1.248 to 1.252): higher
      slow/time: 12.50 µs -> 12.50 µs, 1.000x (0.998 to 1.002): no clear difference
      step/cycles: 23 cycles -> 23 cycles, 1.000x (1.000 to 1.000): no clear difference
      (ratio of medians, after over before, with a 95% interval by unpaired bootstrap: the two
      were not sampled in turn, so differences under 2% get no verdict)

    They differ."
  `);
});

test('the same file, wherever it lies', async () => {
  const { exit, out } = await run({ 'old.json': fileOf(), 'new.json': fileOf() });
  expect([exit, out.split('\n').at(-1)]).toEqual([0, 'The same, but for noise.']);
});

test('as JSON', async () => {
  const { exit, out } = await run({ 'old.json': fileOf(), 'new.json': fileOf(upgraded) }, true);
  const { same, facts } = JSON.parse(out) as EvidenceDiff;
  expect([exit, same, facts.toolchain.map(({ what }) => what)]).toEqual([1, false, ['nvcc']]);
});

test('files that cannot be read: each is named, and the status is another', async () => {
  const damaged = fileOf().replace('10.05', '10.06');
  const { exit, out, err } = await run({ 'old.json': damaged });
  expect([exit, out]).toEqual([2, '']);
  expect(err).toMatch(/new\.json\n {2}problem {3}There is no such file\./);
  expect(err).toMatch(/old\.json:\d+:\d+\n {2}problem {3}The evidence was changed after it was written/);
});

test('a value of many characters is shown from where it differs', async () => {
  const warned = (last: string) => (evidence: Unsigned) => {
    const [build] = evidence.builds;
    if (build?.result.status !== 'ok') throw new Error('the sample has changed');
    build.result.warnings = [{ from: 'device', text: `${'a'.repeat(200)}${last}`, file: null, line: null }];
  };
  const { out } = await run({ 'old.json': fileOf(warned('b')), 'new.json': fileOf(warned('c')) });
  expect(out).toContain(`- (they part at character 201) …${'a'.repeat(30)}b…`);
  expect(out).toContain(`+ (they part at character 201) …${'a'.repeat(30)}c…`);
});

test('evidence of another lab is no other capture', async () => {
  const other = fileOf((evidence) => (evidence.lab = 'other-lab'));
  const { exit, out, err } = await run({ 'old.json': fileOf(), 'new.json': other });
  expect([exit, out]).toEqual([2, '']);
  expect(err).toMatchInlineSnapshot(`
    "new.json
      problem   The two files are evidence of different labs.
      expected  sample-lab
      found     other-lab
      to do     Name two files of one lab: two captures, or two devices."
  `);
});

test('an older format says how to read it', async () => {
  const older = '{"format": {"name": "lockstep-evidence", "version": 1}}';
  const { exit, err } = await run({ 'old.json': older, 'new.json': fileOf() });
  expect(exit).toBe(2);
  expect(err).toMatchInlineSnapshot(`
    "old.json:1:53
      problem   Older format: the evidence says 1, this Lockstep reads 2.
      expected  format version 2
      found     format version 1
      to do     Run: npx lockstep migrate old.json"
  `);
});

test('a file and itself, a folder', async () => {
  const said: string[] = [];
  const effects = { readFile: readTextFile, out: () => undefined, err: (text: string) => said.push(text) };
  expect(await diff('a.json', 'a.json', { json: false }, effects)).toBe(2);
  expect(await diff('scripts', 'src', { json: false }, effects)).toBe(2);
  expect(said.join('\n\n')).toMatchInlineSnapshot(`
    "a.json
      problem   The file is compared with itself.
      expected  two files
      found     the same path twice
      to do     An older one comes out of git: git show HEAD:a.json > old.json && npx lockstep diff old.json a.json

    scripts
      problem   The file cannot be read.
      expected  a file that this user may read
      found     a folder
      to do     Name a file of evidence: code/LAB/evidence/DEVICE.json

    src
      problem   The file cannot be read.
      expected  a file that this user may read
      found     a folder
      to do     Name a file of evidence: code/LAB/evidence/DEVICE.json

    2 problems"
  `);
});
