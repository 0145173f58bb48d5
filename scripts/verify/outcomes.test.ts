/**
 * One test for each outcome that a GPU and its tools can have: what the evidence says of it, or, where there can be no
 * evidence, what the exit status says.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExecResult } from './effects.ts';
import { evidenceIn, Sample } from './testing/sample.ts';
import { ncuCommand } from './tools/ncu.ts';
import { readFixture } from './tools/read-fixture.ts';
import { sanitizerCommand } from './tools/sanitizer.ts';

type Ended = ExecResult['ended'];

const PROGRAM = 'build/verify/sample/sample.sm_90';
const REPORT = 'build/verify/sample/rotate.report';
const METRIC = 'smsp__thread_inst_executed_per_inst_executed.ratio';
const COUNTERS = 'build/verify/sample/counters.ncu.csv';

let sample: Sample;
beforeEach(() => {
  sample = new Sample();
});

const notInstalled = (tool: string): Ended => ({ kind: 'not-started', reason: `${tool}: command not found` });

/** The first run of the plan ends so, and may. Its checks and measurements are not what this is about. */
function endsThere(ended: Ended, ends: NonNullable<Sample['plan']['runs'][number]['ends']>, report = ''): void {
  const [run] = sample.plan.runs;
  if (run === undefined) throw new Error('the sample has a run');
  run.ends = ends;
  sample.plan.checks = [];
  sample.plan.measurements = [];
  sample.recorded(`${PROGRAM} rotate`).ended = ended;
  sample.recording.files[REPORT] = report;
}

const cudaError = (code: number, name: string, text: string): string =>
  `${JSON.stringify({ type: 'cuda-error', code, name, text, call: 'rotate', file: 'sample.cu', line: 71 })}\n`;

describe('a program', () => {
  it.each<[string, Ended, Parameters<typeof endsThere>[1]]>([
    ['exited n', { kind: 'exited', code: 9 }, { kind: 'exited', code: 9 }],
    ['signalled', { kind: 'signalled', signal: 'SIGSEGV' }, { kind: 'signalled', signal: 'SIGSEGV' }],
    ['timed out', { kind: 'timed-out', afterSeconds: 30 }, { kind: 'timed-out' }],
  ])(
    '%s: as the plan says it passes, otherwise it fails, and the rest is verified all the same',
    async (_, ended, ends) => {
      endsThere(ended, ends);
      const planned = evidenceIn(await sample.verify());
      expect(planned).toMatchObject({
        verdict: 'passed',
        runs: [{ id: 'rotate', ended }, { id: 'trap' }, { id: 'hang' }],
      });
      endsThere(ended, { kind: 'exited', code: 0 });
      const verified = await sample.verify();
      expect([verified.exit, verified.log.at(-1)]).toEqual([1, '  failed: run rotate did not end as the plan says']);
      expect(evidenceIn(verified).sass.listings).toHaveLength(planned.sass.listings.length);
    },
  );

  it.each([
    [715, 'cudaErrorIllegalInstruction', 'an illegal instruction was encountered'],
    [700, 'cudaErrorIllegalAddress', 'an illegal memory access was encountered'],
    [716, 'cudaErrorMisalignedAddress', 'misaligned address'],
    [719, 'cudaErrorLaunchFailure', 'unspecified launch failure'],
    [702, 'cudaErrorLaunchTimeout', 'the launch timed out and was terminated'],
    [2, 'cudaErrorMemoryAllocation', 'out of memory'],
    [209, 'cudaErrorNoKernelImageForDevice', 'no kernel image is available for execution on the device'],
  ])('CUDA error %i, %s: is recorded by number, name, words, call and place', async (code, name, text) => {
    endsThere({ kind: 'exited', code: 70 }, { kind: 'cuda-error', code }, cudaError(code, name, text));
    const { verdict, runs } = evidenceIn(await sample.verify());
    expect(verdict).toBe('passed');
    expect(runs[0]).toMatchObject({
      ended: { kind: 'exited', code: 70 },
      cudaError: { code, name, text, call: 'rotate', file: 'sample.cu', line: 71 },
    });
    endsThere({ kind: 'exited', code: 70 }, { kind: 'cuda-error', code: code + 1 }, cudaError(code, name, text));
    expect((await sample.verify()).exit).toBe(1);
  });

  it('not started: is recorded with why', async () => {
    const ended: Ended = { kind: 'not-started', reason: `${PROGRAM}: EACCES` };
    endsThere(ended, { kind: 'exited', code: 0 });
    const verified = await sample.verify();
    expect([verified.exit, evidenceIn(verified).runs[0]?.ended]).toEqual([1, ended]);
  });
});

describe('a machine', () => {
  const probeSays = (code: number, name: string, text: string): void => {
    const answer = sample.recorded('build/verify/probe/probe');
    answer.ended = { kind: 'exited', code: 3 };
    answer.stdout.text = `${JSON.stringify({ error: { code, name, text } })}\n`;
  };

  it('no device: nothing is written, exit status 3', async () => {
    probeSays(100, 'cudaErrorNoDevice', 'no CUDA-capable device is detected');
    const { exit, written, log } = await sample.verify();
    expect([exit, written.size]).toEqual([3, 0]);
    expect(log.at(-1)).toMatch(/found +cudaErrorNoDevice \(100\): no CUDA-capable device is detected\n.*Run this on a/);
  });

  it('driver too old: nothing is written, exit status 3, and it is the driver that is to be changed', async () => {
    probeSays(35, 'cudaErrorInsufficientDriver', 'CUDA driver version is insufficient for CUDA runtime version');
    const { exit, written, log } = await sample.verify();
    expect([exit, written.size]).toEqual([3, 0]);
    expect(log.at(-1)).toMatchInlineSnapshot(`
      "this machine
        problem   No CUDA device was reached. The programs compile here; compiled is not verified, so nothing is recorded.
        expected  an NVIDIA GPU with a driver for this toolkit
        found     cudaErrorInsufficientDriver (35): CUDA driver version is insufficient for CUDA runtime version
        to do     Install a driver for this toolkit, or a toolkit as old as the driver: \`nvidia-smi\` names the newest CUDA it knows.
                  Where there is no GPU, run this on a machine that has one."
    `);
  });

  it('a device that the driver does not reach, in whatever words', async () => {
    const answer = sample.recorded('build/verify/probe/probe');
    answer.ended = { kind: 'signalled', signal: 'SIGABRT' };
    answer.stdout.text = '';
    const { exit, log } = await sample.verify();
    expect(exit).toBe(3);
    expect(log.at(-1)).toMatch(/found +was ended by SIGABRT\n/);
  });
});

describe('a compiler', () => {
  it('not installed: nothing is written, exit status 4', async () => {
    for (const one of sample.recording.execs) if (one.argv[0] === 'nvcc') one.result.ended = notInstalled('nvcc');
    const { exit, written, log } = await sample.verify();
    expect([exit, written.size]).toEqual([4, 0]);
    expect(log.at(-1)).toMatch(/found +nvcc: command not found\n/);
  });

  it('target not supported by the toolchain: the others are built, and that is no failure', async () => {
    const { verdict, builds } = evidenceIn(await sample.verify());
    expect(verdict).toBe('passed');
    expect(builds.map(({ id, result }) => [id, result.status])).toEqual([
      ['sample/sm_70', 'unsupported-by-toolchain'],
      ['sample/sm_80', 'ok'],
      ['sample/sm_90', 'ok'],
    ]);
    expect(builds[0]?.result).toMatchObject({
      said: { text: "nvcc fatal   : Unsupported gpu architecture 'compute_70'\n" },
    });
  });

  it('a build that fails: is recorded in the compiler’s words and fails the verification', async () => {
    const answer = sample.recorded('nvcc -std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_80');
    answer.ended = { kind: 'exited', code: 2 };
    answer.stderr.text = 'code/sample/sample.cu(3): error: expected a ";"\n';
    const verified = await sample.verify();
    expect(verified.exit).toBe(1);
    const { builds, sass } = evidenceIn(verified);
    expect(builds[1]?.result).toMatchObject({ status: 'failed', said: { text: answer.stderr.text } });
    expect(sass.missing).toContainEqual({ program: 'sample', target: 'sm_80', reason: 'the build is failed' });
  });
});

describe('a sanitizer', () => {
  const command = sanitizerCommand('racecheck', PROGRAM, [], [], 'build/verify/sample/quiet.sanitizer.xml').join(' ');

  beforeEach(() => {
    const expected = { kind: 'clean' as const };
    sample.plan.sanitizers = [{ id: 'quiet', tool: 'racecheck', program: 'sample', expected, description: 'a test' }];
  });

  it('tool not installed: is unavailable, in the system’s words', async () => {
    sample.answer(command, { ended: notInstalled('compute-sanitizer') });
    expect(evidenceIn(await sample.verify()).sanitizers).toMatchObject([
      { verdict: 'unavailable', ended: notInstalled('compute-sanitizer') },
    ]);
  });

  it('tool refused the device: is skipped with its words as the reason', async () => {
    const words = 'Error: Device not supported. Please refer to the "Supported Devices" section of the documentation';
    sample.answer(command, { ended: { kind: 'exited', code: 1 }, stdout: `========= ${words}\n` });
    expect(evidenceIn(await sample.verify()).sanitizers).toMatchObject([
      { verdict: 'unavailable', ended: { kind: 'skipped', reason: words } },
    ]);
  });

  it('skipped with a reason: where there is nothing to run it on', async () => {
    const debug = `${PROGRAM}.device-debug`;
    const [program] = sample.plan.programs;
    const [sanitizer] = sample.plan.sanitizers ?? [];
    if (program === undefined || sanitizer === undefined) throw new Error('the sample has a program and a sanitizer');
    program.variants = ['device-debug'];
    sanitizer.variant = 'device-debug';
    sample.answer(
      `nvcc -std=c++17 -G -Xptxas -v -gencode=arch=compute_90,code=sm_90 -MD -MF ${debug}.d -o ${debug} code/sample/sample.cu`,
      { ended: { kind: 'exited', code: 1 }, stderr: 'error\n' },
    );
    expect(evidenceIn(await sample.verify()).sanitizers).toMatchObject([
      {
        verdict: 'unavailable',
        ended: { kind: 'skipped', reason: 'build sample/sm_90/device-debug has no executable' },
      },
    ]);
  });
});

describe('a profile', () => {
  const command = ncuCommand({
    kernel: 'rotate',
    metrics: [METRIC],
    executable: PROGRAM,
    args: ['rotate'],
    logFile: COUNTERS,
  }).join(' ');

  beforeEach(() => {
    sample.plan.profiles = [
      { id: 'counters', program: 'sample', arguments: ['rotate'], kernel: 'rotate', metrics: [METRIC] },
    ];
  });

  it('counters not permitted: says so in the profiler’s words, and is no failure', async () => {
    const words =
      'ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target ' +
      'device 0. For instructions on enabling permissions and to get more information see ' +
      'https://developer.nvidia.com/ERR_NVGPUCTRPERM';
    sample.recording.files[COUNTERS] = `==PROF== Connected to process 1\n==ERROR== ${words}\n`;
    sample.answer(command, { ended: { kind: 'exited', code: 1 } });
    const { verdict, profiles } = evidenceIn(await sample.verify());
    expect([verdict, profiles[0]?.result]).toEqual(['passed', { status: 'not-permitted', said: words }]);
  });

  it('tool not installed: is unavailable', async () => {
    sample.answer(command, { ended: notInstalled('ncu') });
    expect(evidenceIn(await sample.verify()).profiles[0]?.result).toEqual({
      status: 'unavailable',
      said: 'ncu: command not found',
    });
  });

  it('tool refused the device: is unavailable in its words', async () => {
    const words = 'Profiling is not supported on device 0. To find out supported GPUs refer --list-chips option.';
    sample.recording.files[COUNTERS] = `==PROF== Connected to process 1\n==ERROR== ${words}\n`;
    sample.answer(command, { ended: { kind: 'exited', code: 1 } });
    expect(evidenceIn(await sample.verify()).profiles[0]?.result).toEqual({ status: 'unavailable', said: words });
  });

  it('counters read', async () => {
    sample.recording.files[COUNTERS] = readFixture('ncu-raw.csv');
    sample.answer(command);
    expect(evidenceIn(await sample.verify()).profiles[0]?.result.status).toBe('read');
  });
});

it.each([['nvdisasm'], ['cuobjdump']])('%s not installed: the machine code is missing, with why', async (tool) => {
  sample.plan.instructionCounts = [];
  for (const one of sample.recording.execs) if (one.argv[0] === tool) one.result.ended = notInstalled(tool);
  const { sass, toolchain } = evidenceIn(await sample.verify());
  expect(sass.listings).toEqual([]);
  expect(sass.missing.map(({ reason }) => reason)).toContain(`${tool}: command not found`);
  expect(toolchain[tool]).toEqual({ status: 'unavailable', said: `${tool}: command not found` });
});
