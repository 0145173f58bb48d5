import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';

let built: string;
let folder: string;
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'lockstep-hold-'));
  await build({
    entryPoints: [join(import.meta.dirname, 'testing/hold.ts')],
    outfile: join(built, 'hold.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
});
afterAll(() => rm(built, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockstep-ending-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function eventually<T>(probe: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await probe();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not happen within 5 s');
}

const startedProgram = async (): Promise<number | undefined> => {
  const text = await readFile(join(folder, 'started'), 'utf8').catch(() => '');
  return text.endsWith('\n') ? Number(text) : undefined;
};

const isGone = (pid: number) => (): Promise<true | undefined> => {
  try {
    process.kill(pid, 0);
    return Promise.resolve(undefined);
  } catch {
    return Promise.resolve(true);
  }
};

it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGKILL'] as const)(
  'ended by %s, a verification leaves no program behind',
  async (signal) => {
    const verification = spawn(process.execPath, [join(built, 'hold.mjs')], { cwd: folder });
    const program = await eventually(startedProgram);
    verification.kill(signal);
    expect(await eventually(isGone(program))).toBe(true);
  },
);
