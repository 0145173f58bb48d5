import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { evidence as evidenceSchema, type Evidence } from '../../src/schema/evidence.ts';
import type { Effects, ExecResult } from './effects.ts';
import { readGit } from './git.ts';
import { replayingEffects, type Recording, type Replayed } from './testing/recording.ts';
import { verify } from './verify.ts';

const fixture = join(import.meta.dirname, 'fixtures/sample');
const { deviceSlug } = JSON.parse(readFileSync(join(fixture, 'golden.json'), 'utf8')) as Evidence;
const EVIDENCE = `code/sample/evidence/${deviceSlug}.json`;
const PLAN = readFileSync(join(fixture, 'code/sample/plan.json'), 'utf8');

let recording: Recording;
/** Files that are not on the disk, by path. */
let extra: Record<string, string>;
beforeEach(() => {
  recording = JSON.parse(readFileSync(join(fixture, 'recording.json'), 'utf8')) as Recording;
  extra = {};
});

const disk: Pick<Effects, 'readFile' | 'listFolder'> = {
  readFile: (path) => {
    const text = extra[path];
    if (text !== undefined) return Promise.resolve(new TextEncoder().encode(text));
    const file = join(fixture, path);
    return Promise.resolve(existsSync(file) ? readFileSync(file) : null);
  },
  listFolder: (path) => {
    const inside = Object.keys(extra)
      .filter((one) => one.startsWith(`${path}/`))
      .map((one) => one.slice(path.length + 1).split('/')[0] ?? '');
    const folder = join(fixture, path);
    return Promise.resolve([...new Set([...(existsSync(folder) ? readdirSync(folder) : []), ...inside])].sort());
  },
};

const output = (text: string): ExecResult['stdout'] => ({ text, cutBytes: 0 });
const commands: string[] = [];

async function run(labs = ['sample'], effects: Partial<Effects> = {}): Promise<Replayed & { exit: number }> {
  const replayed = replayingEffects(recording, disk);
  commands.length = 0;
  const exec: Effects['exec'] = (argv, options) => {
    commands.push(argv.join(' '));
    return replayed.effects.exec(argv, options);
  };
  const identity = { version: '0.0.0', argv: ['verify'], session: '2026-01-31T12:00:00.000Z' };
  const exit = await verify({ labs, list: false }, identity, { ...replayed.effects, exec, ...effects });
  return { ...replayed, exit };
}

function evidenceIn({ written }: Replayed): Evidence {
  return evidenceSchema.parse(JSON.parse(written.get(EVIDENCE) ?? 'null'));
}

function answer(start: string, result: Partial<ExecResult>): void {
  for (const one of recording.execs) {
    if (one.argv.join(' ').startsWith(start)) one.result = { ...one.result, ...result };
  }
}

function append(path: string, text: string): void {
  recording.files[path] = `${recording.files[path] ?? ''}${text}`;
}

const listOf = (target: string): string => `build/verify/sample/sample.${target}.d`;

describe('inputs', () => {
  it('hold a header that one target alone compiles', async () => {
    extra['code/sample/only90.cuh'] = '// only for sm_90\n';
    append(listOf('sm_90'), 'x : code/sample/only90.cuh\n');
    const { inputs } = evidenceIn(await run());
    expect(inputs.map(({ path, role }) => [path, role])).toEqual([
      ['code/sample/only90.cuh', 'header'],
      ['code/sample/plan.json', 'plan'],
      ['code/sample/sample.cu', 'source'],
    ]);
  });

  it('hold what the plan says that its programs read', async () => {
    extra['code/sample/numbers.txt'] = '1 2 3\n';
    extra['code/sample/plan.json'] = PLAN.replace('"runs"', '"data": ["numbers.txt"], "runs"');
    expect(evidenceIn(await run()).inputs[0]).toMatchObject({ path: 'code/sample/numbers.txt', role: 'data' });
  });

  it('are refused from outside the repository, before anything runs', async () => {
    append(listOf('sm_80'), 'x : /opt/theirs/fast.cuh\n');
    const { exit, log, written } = await run();
    expect([exit, written.size]).toEqual([4, 0]);
    expect(commands.filter((one) => one.startsWith('build/verify/sample/'))).toEqual([]);
    expect(log.at(-1)).toMatchInlineSnapshot(`
      "code/sample/plan.json
        problem   A file from outside the repository was compiled into sample/sm_80, so the results could not be had elsewhere.
        expected  files of the repository, of the CUDA toolkit and of the system
        found     /opt/theirs/fast.cuh
        to do     Put the file into the repository, and the folder into an -I of the plan, relative to the repository."
    `);
  });

  it('must be listed by a compiler that succeeded', async () => {
    recording.files[listOf('sm_80')] = '';
    const { exit, log } = await run();
    expect(exit).toBe(4);
    expect(log.at(-1)).toContain('did not say which files it read for sample/sm_80');
  });

  it('that were written after the verification began are refused', async () => {
    extra['code/sample/late.cuh'] = '\n';
    append(listOf('sm_90'), 'x : code/sample/late.cuh\n');
    const statFile: Effects['statFile'] = (path) =>
      Promise.resolve({ bytes: 1, modified: path.endsWith('late.cuh') ? Date.UTC(2026, 0, 31, 13) : 0 });
    const { exit, log } = await run(['sample'], { statFile });
    expect(exit).toBe(4);
    expect(log.at(-1)).toContain('changed: code/sample/late.cuh');
  });

  it('of several sources are asked for one by one, in the words of the compilation', async () => {
    extra['code/sample/other.cu'] = '\n';
    extra['code/sample/plan.json'] = PLAN.replace('"sample.cu"', '"sample.cu", "other.cu"');
    for (const { argv } of recording.execs) if (argv.includes('-MD')) argv.push('code/sample/other.cu');
    for (const target of ['80', '90']) {
      ['sample.cu', 'other.cu'].forEach((source, index) => {
        const list = `build/verify/sample/sample.sm_${target}.${String(index)}.d`;
        const flags = `-std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_${target},code=sm_${target}`;
        const argv = ['nvcc', ...flags.split(' '), '-M', '-MF', list, `code/sample/${source}`];
        const result = {
          ended: { kind: 'exited' as const, code: 0 },
          stdout: output(''),
          stderr: output(''),
          seconds: 0,
        };
        recording.execs.push({ argv, result });
        recording.files[list] = `x : code/sample/${source} code/sample/h${String(index)}.cuh\n`;
        extra[`code/sample/h${String(index)}.cuh`] = '\n';
      });
    }
    expect(evidenceIn(await run()).inputs.map(({ path }) => path)).toEqual([
      'code/sample/h0.cuh',
      'code/sample/h1.cuh',
      'code/sample/other.cu',
      'code/sample/plan.json',
      'code/sample/sample.cu',
    ]);
  });
});

describe('targets', () => {
  it('that never existed stop the verification', async () => {
    extra['code/sample/plan.json'] = PLAN.replace('"sm_70"', '"sm_09"');
    const { exit, log } = await run();
    expect(exit).toBe(4);
    expect(log.at(-1)).toMatch(/names an architecture that does not exist[^]*found +sm_09\n/);
  });

  it('that the compiler lists have failed when it refuses them, and are not unsupported', async () => {
    answer('nvcc --list-gpu-code', { stdout: output('sm_70\nsm_80\nsm_90\n') });
    const read = evidenceIn(await run());
    expect(read.builds[0]?.result.status).toBe('failed');
    expect(read.verdict).toBe('failed');
  });
});

describe('reports', () => {
  it('of a program that was stopped may end in half a line, which is said', async () => {
    recording.files['build/verify/sample/hang.report'] = '{"type":"che';
    const replayed = await run();
    expect(replayed.exit).toBe(0);
    expect(replayed.log.find((line) => line.includes('run hang'))).toMatch(/after 5 s, half a report line dropped/);
  });

  it('of a program that ended as it should may not', async () => {
    append('build/verify/sample/rotate.report', '{"type":"che');
    const { exit, log } = await run();
    expect(exit).toBe(4);
    expect(log.at(-1)).toContain('found     {"type":"che');
  });

  it('of no number fail the gate that wants one', async () => {
    const report = 'build/verify/sample/rotate.report';
    recording.files[report] =
      recording.files[report]?.replace('"expected":0,"got":0', '"expected":0,"got":"NaN"') ?? '';
    const replayed = await run();
    expect(replayed.exit).toBe(1);
    expect(replayed.log.at(-1)).toBe('  failed: gate rotate/wrong does not hold: expected 0, got NaN');
  });

  it('beyond 64 MiB are not read', async () => {
    const statFile: Effects['statFile'] = (path) =>
      Promise.resolve({ bytes: path.endsWith('.report') ? 2 ** 26 + 1 : 1, modified: 0 });
    const { exit, log } = await run(['sample'], { statFile });
    expect(exit).toBe(4);
    expect(log.at(-1)).toMatch(/at most 64 MiB\n +found +67108865 bytes/);
  });
});

describe('machine code', () => {
  it('that the extraction lost stops the verification', async () => {
    for (const { argv, result } of recording.execs) {
      if (argv[1] === '-sass') result.stdout.text = result.stdout.text.replaceAll('_Z7endlessPVi', '_Z4lostPVi');
    }
    const { exit, log } = await run();
    expect(exit).toBe(4);
    expect(log.at(-1)).toMatch(/holds several images of one name[^]*lost or there twice: _Z4lostPVi\n/);
  });

  it('has no written names where no tool tells them', async () => {
    const asked = recording.execs.find(({ argv }) => argv[0] === 'cu++filt');
    for (const tool of ['cu++filt', 'c++filt']) {
      const ended = { kind: 'not-started', reason: `${tool}: command not found` } as const;
      const result = { ended, stdout: output(''), stderr: output(''), seconds: 0 };
      recording.execs.unshift({ argv: [tool, ...(asked?.argv.slice(1) ?? [])], result });
    }
    const { sass, builds } = evidenceIn(await run());
    expect([...new Set(sass.listings.map(({ demangled }) => demangled))]).toEqual([null]);
    expect(builds[1]?.result).toMatchObject({ kernels: [{ demangled: null }, {}, {}] });
  });

  it('of functions that are called has their frames and spills', async () => {
    const callee =
      'ptxas info    : Function properties for _Z4growi\n    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n';
    for (const { argv, result } of recording.execs) if (argv.includes('-MD')) result.stderr.text += callee;
    const named = recording.execs.find(({ argv }) => argv[0] === 'cu++filt');
    if (named !== undefined) {
      named.argv = ['cu++filt', ...[...named.argv.slice(1), '_Z4growi'].sort()];
      named.result.stdout.text = 'outside_mask(int *)\ngrow(int)\nrotate(int *)\nendless(const volatile int *)\n';
    }
    expect(evidenceIn(await run()).builds[1]?.result).toMatchObject({
      warnings: [],
      functions: [{ symbol: '_Z4growi', demangled: 'grow(int)', stackBytes: 8, spillStoreBytes: 4, spillLoadBytes: 4 }],
    });
  });
});

it('takes the folders of the machine out of what compilers and programs printed', async () => {
  answer('nvcc -std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_70', {
    stderr: output(
      "nvcc fatal   : Unsupported gpu architecture 'compute_70' (/repository/a, /home/someone/b, /usr/local/cuda-13.0/bin/c)\n",
    ),
  });
  answer('build/verify/sample/sample.sm_90 rotate', {
    stdout: output('/home/someone/x\n'),
    stderr: output('/home/you/y\n'),
  });
  const { builds, runs } = evidenceIn(await run());
  expect(builds[0]?.result).toMatchObject({
    said: { text: "nvcc fatal   : Unsupported gpu architecture 'compute_70' (a, ~/b, <toolkit>/c)\n" },
  });
  expect(runs[0]).toMatchObject({ stdout: { text: '~/x\n' }, stderr: { text: '~/y\n' } });
});

it('says once which variables no program is given', async () => {
  const { log } = await run(['sample'], { leftOut: ['CPATH', 'LD_PRELOAD'] });
  expect(log.filter((line) => line.includes('CPATH'))).toEqual([
    'Set here, and not passed on to any program: CPATH, LD_PRELOAD',
  ]);
});

it('does not begin beside another verification', async () => {
  const { exit, log, written } = await run(['sample'], { lock: () => Promise.resolve({ heldBy: 4711 }) });
  expect([exit, written.size, commands]).toEqual([75, 0, []]);
  expect(log.at(-1)).toMatch(/^build\/verify\/\.lock\n[^]*found +process 4711\n/);
});

it('gives the lock back whatever happens, and removes what a killed verification left', async () => {
  let released = 0;
  const removed: string[] = [];
  extra[`${EVIDENCE}.12.tmp`] = '{';
  const effects: Partial<Effects> = {
    lock: () => Promise.resolve({ release: () => Promise.resolve(void (released += 1)) }),
    removeFile: (path) => Promise.resolve(void removed.push(path)),
    replaceFile: () => Promise.reject(new TypeError('a fault of ours')),
  };
  await expect(run(['sample'], effects)).rejects.toThrow('a fault of ours');
  expect(released).toBe(1);
  // The old signature goes first: it must not lie beside evidence that it does not fit.
  expect(removed).toEqual([`${EVIDENCE}.12.tmp`, `${EVIDENCE}.sig`]);
});

describe('of several labs', () => {
  beforeEach(() => {
    extra['code/twin/plan.json'] = PLAN.replace('"sm_70"', '"sm_09"');
    extra['code/twin/sample.cu'] = '';
    recording.execs.push(...(JSON.parse(JSON.stringify(recording.execs)) as Recording['execs']));
  });

  it('one whose plan is broken does not keep the next from being verified', async () => {
    const { exit, written, log } = await run(['twin', 'sample']);
    expect(exit).toBe(4);
    expect([...written.keys()]).toEqual([EVIDENCE]);
    expect(log.slice(-4, -1)).toEqual([
      'sample: passed, 6 of 6 gates hold',
      `  wrote ${EVIDENCE}`,
      'twin: nothing written',
    ]);
    expect(log.at(-1)).toContain('sm_09');
  });

  it('one whose plan cannot be read does not either', async () => {
    extra['code/twin/plan.json'] = '{';
    const { exit, written, log } = await run(['twin', 'sample']);
    expect([exit, [...written.keys()]]).toEqual([4, [EVIDENCE]]);
    expect(log.at(-1)).toContain('The file is not JSON');
  });

  it('a machine at fault ends it, and what was finished is said', async () => {
    const probes = recording.execs.filter(({ argv }) => argv[0]?.endsWith('/probe'));
    for (const { result } of probes.slice(1)) result.ended = { kind: 'exited', code: 3 };
    extra['code/zoo/plan.json'] = PLAN;
    const { exit, log, written } = await run(['sample', 'twin', 'zoo']);
    expect([exit, [...written.keys()]]).toEqual([3, [EVIDENCE]]);
    expect(log).toContain(`  wrote ${EVIDENCE}`);
    expect(log).toContain('not tried: zoo');
  });
});

describe('git', () => {
  const git = (status: number): Promise<unknown> => {
    const exec: Effects['exec'] = (argv) =>
      Promise.resolve({
        ended: { kind: 'exited', code: argv[1] === 'status' ? status : 0 },
        stdout: output(argv[1] === 'status' ? '' : `${'a'.repeat(40)}\n`),
        stderr: output(''),
        seconds: 0,
      });
    return readGit({ ...replayingEffects(recording, disk).effects, exec });
  };

  it('is not known to be clean when it does not say so', async () => {
    expect(await git(0)).toEqual({ status: 'known', commit: 'a'.repeat(40), dirty: false });
    expect(await git(128)).toEqual({ status: 'unknown', reason: 'git does not say what has changed' });
  });
});
