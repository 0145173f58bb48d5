import { beforeEach, expect, it } from 'vitest';
import { evidenceIn, Sample } from './testing/sample.ts';

const SM_90 = 'nvcc -std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_90,code=sm_90';
const FAT =
  'nvcc -std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=sm_90' +
  ' -o build/verify/sample/sample.fat code/sample/sample.cu';
const DEBUG = 'build/verify/sample/sample.sm_90.device-debug';

let sample: Sample;
let program: Sample['plan']['programs'][number];
beforeEach(() => {
  sample = new Sample();
  const [first] = sample.plan.programs;
  if (first === undefined) throw new Error('the sample has a program');
  program = first;
});

it('for the debugger are made for the device alone, and neither counted nor disassembled', async () => {
  program.variants = ['device-debug'];
  sample.answer(
    `nvcc -std=c++17 -G -Xptxas -v -gencode=arch=compute_90,code=sm_90 -MD -MF ${DEBUG}.d -o ${DEBUG} code/sample/sample.cu`,
  );
  sample.recording.files[`${DEBUG}.d`] = 'x : code/sample/sample.cu\n';
  const verified = await sample.verify();
  const { builds, sass, checks } = evidenceIn(verified);
  expect(verified.exit).toBe(0);
  expect(builds.map(({ id, variant }) => [id, variant])).toEqual([
    ['sample/sm_70', 'release'],
    ['sample/sm_80', 'release'],
    ['sample/sm_90', 'release'],
    ['sample/sm_90/device-debug', 'device-debug'],
  ]);
  expect(new Set(sass.listings.map(({ build }) => build))).toEqual(new Set(['sample/sm_80', 'sample/sm_90']));
  expect(checks.filter(({ id }) => id.startsWith('rotate/shuffles'))).toHaveLength(2);
});

it('for a target that the plan calls too old are not tried', async () => {
  program.leastTarget = 'sm_80';
  const verified = await sample.verify();
  expect(verified.commands.filter((one) => one.includes('compute_70'))).toEqual([]);
  const { builds, verdict } = evidenceIn(verified);
  expect(builds[0]?.result).toEqual({
    status: 'unsupported-by-target',
    reason: 'program "sample" needs sm_80 or newer, as its plan says',
  });
  expect(verdict).toBe('passed');
});

it('of all targets in one file name the ELF files inside', async () => {
  program.fat = true;
  sample.answer(FAT);
  sample.answer('cuobjdump -lelf build/verify/sample/sample.fat', {
    // The device linker's image of each target comes first and has the name of the program's.
    stdout: ['sm_80', 'sm_90', 'sm_80', 'sm_90']
      .map((target, index) => `ELF file    ${String(index + 1)}: sample.${target}.cubin\n`)
      .join(''),
  });
  const { builds } = evidenceIn(await sample.verify());
  expect(builds.at(-1)).toMatchObject({
    id: 'sample/fat',
    targets: ['sm_80', 'sm_90'],
    result: { status: 'ok', kernels: [], elfFiles: ['sample.sm_80.cubin', 'sample.sm_90.cubin'] },
  });
});

it('in one file are said to be unlisted where the tool is not there', async () => {
  program.fat = true;
  sample.answer(FAT);
  sample.answer('cuobjdump -lelf build/verify/sample/sample.fat', {
    ended: { kind: 'not-started', reason: 'cuobjdump: command not found' },
  });
  const result = evidenceIn(await sample.verify()).builds.at(-1)?.result;
  expect(result).toEqual({ status: 'ok', kernels: [], warnings: [] });
});

it('are of another folder where the plan says so', async () => {
  program.folder = 'code/theirs';
  for (const { argv } of sample.recording.execs) {
    if (argv.includes('-MD')) argv.splice(-1, 1, 'code/theirs/sample.cu');
  }
  for (const path of Object.keys(sample.recording.files).filter((one) => one.endsWith('.d'))) {
    sample.recording.files[path] = 'x : code/theirs/sample.cu code/theirs/their.cuh\n';
  }
  sample.files['code/theirs/sample.cu'] = '\n';
  sample.files['code/theirs/their.cuh'] = '\n';
  expect(evidenceIn(await sample.verify()).inputs.map(({ path, role }) => [path, role])).toEqual([
    ['code/sample/plan.json', 'plan'],
    ['code/theirs/sample.cu', 'source'],
    ['code/theirs/their.cuh', 'header'],
  ]);
});

it('with a warning fail the verification where the plan allows none, and only there', async () => {
  sample.recorded(SM_90).stderr.text += 'code/sample/sample.cu(3): warning #177-D: variable "x" is unused\n';
  expect((await sample.verify()).exit).toBe(0);
  program.gates = { warnings: 'fail' };
  const verified = await sample.verify();
  expect(verified.exit).toBe(1);
  expect(verified.log.at(-1)).toBe('  failed: build sample/sm_90 gave 1 warning, and its plan allows none');
  const { builds, verdict } = evidenceIn(verified);
  expect([builds[2]?.gates, builds[2]?.result.status, verdict]).toEqual([['warnings'], 'ok', 'failed']);
});

it('that spill fail it too, also in a function that is called, whose stack alone is no matter', async () => {
  const callee = (bytes: number): string =>
    'ptxas info    : Function properties for _Z4growi\n' +
    `    8 bytes stack frame, ${String(bytes)} bytes spill stores, ${String(bytes)} bytes spill loads\n`;
  const words = sample.recorded(SM_90).stderr;
  const before = words.text;
  program.gates = { warnings: 'fail', spills: 'fail' };
  const named = 'cu++filt _Z12outside_maskPi _Z4growi _Z6rotatePi _Z7endlessPVi';
  for (const stdout of Array<string>(2).fill('o\ngrow(int)\nr\ne\n')) sample.answer(named, { stdout });
  words.text = before + callee(0);
  expect((await sample.verify()).exit).toBe(0);
  words.text = before + callee(4);
  expect((await sample.verify()).log.at(-1)).toMatch(
    /^ {2}failed: build sample\/sm_90 spills registers, .*allows none: grow\(int\)$/,
  );
  words.text = before.replace('0 bytes spill stores', '16 bytes spill stores');
  expect((await sample.verify()).log.at(-1)).toMatch(
    /^ {2}failed: build sample\/sm_90 spills registers, .*allows none: \w/,
  );
});
