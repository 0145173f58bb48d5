/** What ends a verification before there is evidence: each names the place, and nothing is written. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { findRoot } from './root.ts';
import { replayingEffects } from './testing/recording.ts';
import { Sample, SESSION } from './testing/sample.ts';
import { verify } from './verify.ts';

let sample: Sample;
beforeEach(() => {
  sample = new Sample();
});

function withoutSassChecks(): void {
  sample.files['code/sample/sample.cu'] = '// without checks beside its kernels\n';
}

async function stopped(): Promise<[exit: number, said: string]> {
  const { exit, written, log } = await sample.verify();
  expect(written.size).toBe(0);
  return [exit, log.at(-1) ?? ''];
}

it('no folder code/, here or above', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lockstep-nothing-'));
  expect(() => findRoot(folder)).toThrow('There are no labs here.');
  await rm(folder, { recursive: true });
});

it('a folder code/ without a plan', async () => {
  const { effects, log } = replayingEffects(sample.recording, {
    readFile: () => Promise.resolve(null),
    listFolder: (path) => Promise.resolve(path === 'code' ? ['common'] : []),
  });
  const identity = { version: '0.0.0', argv: ['verify'], session: SESSION };
  expect(await verify({ labs: [], list: false }, identity, effects)).toBe(2);
  expect(log.at(-1)).toMatch(/^code\n {2}problem {3}There are no labs here\.\n {2}expected {2}folders in code\//);
});

it('a source that the plan names and that is not there', async () => {
  const [program] = sample.plan.programs;
  program?.sources.push('absent.cu');
  const [exit, said] = await stopped();
  expect(exit).toBe(4);
  expect(said).toMatch(/^code\/sample\/plan\.json\n.*cannot be read\.\n.*code\/sample\/absent\.cu\n/);
});

it('no build that runs on the device', async () => {
  const [program] = sample.plan.programs;
  if (program !== undefined) program.targets = ['sm_70', 'sm_80'];
  withoutSassChecks();
  const [exit, said] = await stopped();
  expect(exit).toBe(4);
  expect(said).toMatch(/^code\/sample\/plan\.json\n.*No build of program "sample" runs on this device\.\n/);
  expect(said).toMatch(/found +sm_70: unsupported-by-toolchain, sm_80: ok\n.*Add sm_90 to the program's targets/);
});

it.each([
  ['none', 'rotated', /found +none\n/],
  ['several', 'rotate', /found +_Z6rotatePf, _Z6rotatePi\n/],
])('a kernel name that stands for %s', async (_, name, found) => {
  const [program] = sample.plan.programs;
  if (program === undefined) throw new Error('the sample has a program');
  program.kernels = [{ name }];
  sample.plan.instructionCounts = [];
  withoutSassChecks();
  for (const { argv, result } of sample.recording.execs) {
    const text = result.stdout.text;
    // The other kernel becomes a second instance of the first.
    if (argv[0] === 'nvdisasm' || argv[1] === '-sass') {
      result.stdout.text = text.replaceAll('_Z12outside_maskPi', '_Z6rotatePf');
    }
  }
  const [exit, said] = await stopped();
  expect(exit).toBe(4);
  expect(said).toMatch(/must stand for exactly one function\.\n/);
  expect(said).toMatch(found);
});
