import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, watch } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEvidence } from '../../src/node/read-evidence.ts';
import { seededRandom } from '../../src/schema/statistics.ts';
import { fakeMachine, type FakeMachine } from './testing/fake-tools.ts';
import { EVIDENCE } from './testing/sample.ts';

/** Fifty instants: of the whole verification, of the time in which the evidence is written, and right after it is there. */
const INSTANTS = [...of(32, 'any'), ...of(14, 'writing'), ...of(4, 'written')];
/** Milliseconds that follow the first sign of writing; the slow disk takes 50 for the file. */
const WRITING = 55;
/** Repositories in which this goes on at the same time. */
const LANES = 4;
const NAME = basename(EVIDENCE);
const SEED = Number(process.env['LOCKSTEP_KILL_SEED'] ?? Date.now() % 1e6);

type Instant = 'any' | 'writing' | 'written';

function of(count: number, instant: Instant): Instant[] {
  return Array.from({ length: count }, () => instant);
}

const slowDisk = pathToFileURL(join(import.meta.dirname, 'testing/slow-disk.mjs')).href;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockstep-killed-'));
  program = join(folder, 'lockstep-verify.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'standalone.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Verifying {
  child: ChildProcess;
  said: () => string;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

function start({ root, env }: FakeMachine, args: string[], nodeOptions: string[] = []): Verifying {
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], { cwd: root, env });
  let text = '';
  const add = (chunk: Buffer): void => void (text += chunk.toString());
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  const ended: Verifying['ended'] = new Promise((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal });
    });
  });
  return { child, said: () => text, ended };
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a process runs. One that has ended and waits for a parent to notice does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function leftAlive(pids: readonly number[]): Promise<number[]> {
  for (let tries = 0; tries < 100 && pids.some(isAlive); tries += 1) await pause(50);
  return pids.filter(isAlive);
}

const textOf = ({ root }: FakeMachine, path = EVIDENCE): Promise<string> => readFile(join(root, path), 'utf8');

/** Kills a verification, and says what it left; null when it had ended by itself before. */
interface Killed {
  evidence: 'old' | 'new';
  /** Names beside the evidence. */
  beside: string[];
  /** Programs that ran at that moment. */
  interrupted: number;
}

async function killOne(machine: FakeMachine, when: () => Promise<void>, options: string[]): Promise<Killed | null> {
  const before = await textOf(machine);
  const earlier = machine.started().length;
  const verifying = start(machine, ['sample', '--force'], options);
  await Promise.race([when(), verifying.ended]);
  verifying.child.kill('SIGKILL');
  const interrupted = machine.started().slice(earlier).filter(isAlive).length;
  const { signal } = await verifying.ended;
  expect(await leftAlive(machine.started().slice(earlier))).toEqual([]);
  const after = await textOf(machine);
  // Throws for what is not whole: JSON, digest, schema, names.
  if (after !== before) parseEvidence(after, EVIDENCE);
  if (signal !== 'SIGKILL') return null;
  const names = await readdir(join(machine.root, EVIDENCE, '..'));
  const beside = names.filter((name) => name !== NAME);
  return { evidence: after === before ? 'old' : 'new', beside, interrupted };
}

/** The run after a killed one: it must succeed and leave its evidence and nothing beside. */
async function verifyAgain(machine: FakeMachine): Promise<number> {
  const started = performance.now();
  const before = await textOf(machine).catch(() => '');
  const verifying = start(machine, ['sample', '--force']);
  expect({ ...(await verifying.ended), said: verifying.said() }).toMatchObject({ code: 0 });
  const after = await textOf(machine);
  expect(after).not.toBe(before);
  parseEvidence(after, EVIDENCE);
  expect(await readdir(join(machine.root, EVIDENCE, '..'))).toEqual([NAME]);
  expect((await readdir(join(machine.root, 'build/verify'))).sort()).toEqual(['probe', 'sample']);
  return performance.now() - started;
}

/** When something first happens beside the evidence, or to the evidence itself. */
function onceWritten({ root }: FakeMachine, name: string | null): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(join(root, EVIDENCE, '..'), (_, changed) => {
      if (name !== null && changed !== name) return;
      watcher.close();
      resolve();
    });
  });
}

async function waitFor(instant: Instant, machine: FakeMachine, fraction: number, whole: number): Promise<void> {
  if (instant === 'any') return pause(fraction * whole * 0.9);
  await onceWritten(machine, instant === 'written' ? NAME : null);
  if (instant === 'writing') await pause(fraction * WRITING);
}

it(`killed at fifty instants leaves whole evidence and no program behind (LOCKSTEP_KILL_SEED=${String(SEED)})`, async () => {
  const random = seededRandom(SEED);
  const waiting = INSTANTS.map((kind) => ({ kind, fraction: random() }));
  const kills: Killed[] = [];
  const lane = async (number: number): Promise<void> => {
    const machine = fakeMachine(join(folder, String(number)), ['sample']);
    let whole = await verifyAgain(machine);
    for (let instant = waiting.pop(); instant !== undefined; instant = waiting.pop()) {
      const { kind, fraction } = instant;
      const options = kind === 'any' ? [] : ['--import', slowDisk];
      const killed = await killOne(machine, () => waitFor(kind, machine, fraction, whole), options);
      // It had ended by itself: earlier, the next time.
      if (killed === null) waiting.push({ kind, fraction: fraction / 2 });
      else kills.push(killed);
      whole = await verifyAgain(machine);
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  expect(kills).toHaveLength(50);
  // What this test is about did happen: killed while writing, before and after, and while programs ran.
  expect(kills.filter(({ beside }) => beside.length > 0)).not.toHaveLength(0);
  expect(new Set(kills.map(({ evidence }) => evidence))).toEqual(new Set(['old', 'new']));
  expect(kills.filter(({ interrupted }) => interrupted > 0)).not.toHaveLength(0);
}, 300_000);

it('interrupted by Ctrl-C it says what was finished, and what was not', async () => {
  const machine = fakeMachine(join(folder, 'interrupted'), ['sample', 'twin', 'zoo']);
  const verifying = start(machine, []);
  while (!verifying.said().includes('\ntwin\n')) await pause(5);
  await pause(100);
  verifying.child.kill('SIGINT');
  expect(await verifying.ended).toEqual({ code: 130, signal: null });
  expect(verifying.said().split('\n\n').at(-1)).toBe(
    [
      'sample: passed, 6 of 6 gates hold',
      `  wrote ${EVIDENCE}`,
      'twin: broken off, nothing written; evidence it had is as it was',
      'not tried: zoo',
      '',
    ].join('\n'),
  );
  parseEvidence(await textOf(machine), EVIDENCE);
  expect(await readdir(join(machine.root, 'code/twin'))).toEqual(['plan.json', 'sample.cu']);
  expect(await readdir(join(machine.root, 'build/verify'))).not.toContain('.lock');
  expect(await leftAlive(machine.started())).toEqual([]);
}, 30_000);
