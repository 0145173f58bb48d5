import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Effects } from './effects.ts';
import { nodeEffects } from './node-effects.ts';

let root: string;
let controller: AbortController;
let effects: Effects;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lockstep-effects-'));
  controller = new AbortController();
  effects = nodeEffects(root, controller.signal);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const node = (script: string): string[] => [process.execPath, '-e', script];
const options = (): { cwd: string; timeoutSeconds: number; limitBytes: number } => ({
  cwd: root,
  timeoutSeconds: 20,
  limitBytes: 1024,
});

describe('exec', () => {
  it('gives the exit status and both streams', async () => {
    const ran = await effects.exec(node('console.log("out"); console.error("err"); process.exit(7)'), options());
    expect(ran).toMatchObject({
      ended: { kind: 'exited', code: 7 },
      stdout: { text: 'out\n', cutBytes: 0 },
      stderr: { text: 'err\n', cutBytes: 0 },
    });
  });

  it('names the signal that ended a program', async () => {
    const ran = await effects.exec(node('process.kill(process.pid, "SIGSEGV")'), options());
    expect(ran.ended).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
  });

  it('stops a program and what it started at the time limit', async () => {
    const grandchild = `require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => require('fs').writeFileSync('late', ''), 1500)"], { stdio: "ignore" }); setInterval(() => {}, 1000)`;
    const ran = await effects.exec(node(grandchild), { ...options(), timeoutSeconds: 0.7 });
    expect(ran.ended).toEqual({ kind: 'timed-out', afterSeconds: 0.7 });
    await new Promise((resolve) => setTimeout(resolve, 1800));
    expect(await readdir(root)).toEqual([]);
  });

  it('ends at the time limit though something outside the group holds the output open', async () => {
    const started = performance.now();
    const ran = await effects.exec(['sh', '-c', 'setsid sleep 8 & sleep 8'], { ...options(), timeoutSeconds: 0.5 });
    expect(ran.ended).toEqual({ kind: 'timed-out', afterSeconds: 0.5 });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('does not wait for what holds the output open when the program has ended, and keeps what it said', async () => {
    const started = performance.now();
    const ran = await effects.exec(['sh', '-c', 'setsid sleep 8 & echo said; exit 3'], options());
    expect(ran).toMatchObject({ ended: { kind: 'exited', code: 3 }, stdout: { text: 'said\n' } });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('kills what is left of a program when it has ended', async () => {
    await effects.exec(['sh', '-c', '(sleep 1; echo >late) >/dev/null 2>&1 &'], options());
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await readdir(root)).toEqual([]);
  });

  it('keeps from programs what would change their result unseen', async () => {
    vi.stubEnv('NVCC_APPEND_FLAGS', '-O0');
    vi.stubEnv('CUDA_VISIBLE_DEVICES', '1');
    const ran = await effects.exec(['sh', '-c', 'echo "$NVCC_APPEND_FLAGS|$CUDA_VISIBLE_DEVICES"'], options());
    vi.unstubAllEnvs();
    expect(ran.stdout.text).toBe('|1\n');
  });

  it('says which command is not there', async () => {
    const ran = await effects.exec(['no-such-compiler'], options());
    expect(ran.ended).toEqual({ kind: 'not-started', reason: 'no-such-compiler: command not found' });
  });

  it('keeps output up to the limit and counts the rest', async () => {
    const ran = await effects.exec(node('process.stdout.write("x".repeat(5000))'), options());
    expect(ran.stdout).toEqual({ text: 'x'.repeat(1024), cutBytes: 3976 });
  });

  it('kills what runs when it is interrupted, and starts nothing afterwards', async () => {
    const running = effects.exec(node('setInterval(() => {}, 1000)'), options());
    setTimeout(() => {
      controller.abort();
    }, 200);
    await expect(running).rejects.toThrow('aborted');
    await expect(effects.exec(node('1'), options())).rejects.toThrow('aborted');
  });
});

describe('replaceFile', () => {
  it('writes whole files, making folders, and leaves nothing beside them', async () => {
    await effects.replaceFile('a/b.json', 'old');
    await effects.replaceFile('a/b.json', 'new');
    expect(await readFile(join(root, 'a/b.json'), 'utf8')).toBe('new');
    expect(await readdir(join(root, 'a'))).toEqual(['b.json']);
  });

  it('leaves the old file when it cannot write the new one', async () => {
    await effects.replaceFile('a/b.json', 'old');
    const unwritable = { toString: 0 } as unknown as string;
    await expect(effects.replaceFile('a/b.json', unwritable)).rejects.toThrow();
    expect(await readFile(join(root, 'a/b.json'), 'utf8')).toBe('old');
    expect(await readdir(join(root, 'a'))).toEqual(['b.json']);
  });
});

it('tells a missing file from one that cannot be read', async () => {
  expect(await effects.readFile('nothing')).toBeNull();
  expect(await effects.listFolder('nothing')).toEqual([]);
  await expect(effects.readFile('.')).rejects.toThrow();
});
