import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLock } from './lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockstep-lock-'));
  path = join(folder, 'build/.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function taken(): Promise<{ release: () => Promise<void> }> {
  const lock = await takeLock(path);
  if ('heldBy' in lock) throw new Error(`held by ${String(lock.heldBy)}`);
  return lock;
}

it('is had by one at a time, who is named', async () => {
  const lock = await taken();
  expect(await readFile(path, 'utf8')).toBe(`${String(process.pid)}\n`);
  expect(await takeLock(path)).toEqual({ heldBy: process.pid });
  await lock.release();
  expect(await readdir(join(folder, 'build'))).toEqual([]);
});

it('of a living process stays', async () => {
  await (await taken()).release();
  const other = spawn('sleep', ['30']);
  await writeFile(path, `${String(other.pid)}\n`);
  expect(await takeLock(path)).toEqual({ heldBy: other.pid });
  other.kill('SIGKILL');
});

it.each([
  ['a dead process', () => `${String(spawnSync('true').pid)}\n`],
  ['an earlier process with this id', () => `${String(process.pid)}\n`],
  ['no process', () => ''],
])('of %s is taken over', async (_, content) => {
  await (await taken()).release();
  await writeFile(path, content());
  await (await taken()).release();
  expect(await readdir(join(folder, 'build'))).toEqual([]);
});
