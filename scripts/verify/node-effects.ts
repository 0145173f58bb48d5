import { spawn } from 'node:child_process';
import { mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Ended } from '../../src/schema/outcome.ts';
import type { Effects, ExecOptions, ExecResult, Printed } from './effects.ts';

const running = new Set<number>();

/** Kills every process this one started, with all that they started. */
function killAll(): void {
  for (const group of running) killGroup(group);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group ended in the meantime.
  }
}

/** Gathers a stream up to a limit and counts the rest. */
function collector(limitBytes: number): { add: (chunk: Buffer) => void; printed: () => Printed } {
  const chunks: Buffer[] = [];
  let kept = 0;
  let cutBytes = 0;
  return {
    add: (chunk) => {
      const room = Math.max(0, limitBytes - kept);
      const part = chunk.subarray(0, room);
      if (part.length > 0) chunks.push(part);
      kept += part.length;
      cutBytes += chunk.length - part.length;
    },
    printed: () => ({ text: Buffer.concat(chunks).toString('utf8'), cutBytes }),
  };
}

function exec(argv: readonly string[], options: ExecOptions, signal: AbortSignal): Promise<ExecResult> {
  signal.throwIfAborted();
  const [program = '', ...rest] = argv;
  const started = performance.now();
  const stdout = collector(options.limitBytes);
  const stderr = collector(options.limitBytes);
  return new Promise((resolve) => {
    const child = spawn(program, rest, {
      cwd: options.cwd,
      env: { ...process.env, LC_ALL: 'C', CUDA_DEVICE_ORDER: 'PCI_BUS_ID', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a time limit ends what the program started as well.
      detached: true,
    });
    const group = child.pid;
    if (group !== undefined) running.add(group);
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      if (group !== undefined) killGroup(group);
    }, options.timeoutSeconds * 1000);
    const finish = (ended: Ended): void => {
      clearTimeout(timer);
      if (group !== undefined) running.delete(group);
      const seconds = Math.round(performance.now() - started) / 1000;
      resolve({ ended, stdout: stdout.printed(), stderr: stderr.printed(), seconds });
    };
    child.stdout.on('data', stdout.add);
    child.stderr.on('data', stderr.add);
    child.on('error', (error: NodeJS.ErrnoException) => {
      finish({
        kind: 'not-started',
        reason:
          error.code === 'ENOENT' ? `${program}: command not found` : `${program}: ${error.code ?? error.message}`,
      });
    });
    child.on('close', (code, signal) => {
      if (timedOut) finish({ kind: 'timed-out', afterSeconds: options.timeoutSeconds });
      else if (signal !== null) finish({ kind: 'signalled', signal });
      else finish({ kind: 'exited', code: code ?? 0 });
    });
  });
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${String(process.pid)}.partial`;
  try {
    const file = await open(beside, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

async function orWhenMissing<T>(action: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await action;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

/**
 * The real world, rooted at an absolute folder. Children are killed when `signal` aborts and when this process ends or
 * is told to end; after an abort nothing more is started.
 */
export function nodeEffects(root: string, signal: AbortSignal): Effects {
  process.once('exit', killAll);
  signal.addEventListener('abort', killAll);
  for (const [name, number] of [
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(name, () => process.exit(128 + number));
  }
  return {
    root,
    exec: async (argv, options) => {
      const result = await exec(argv, options, signal);
      // What an interrupted program did is no result.
      signal.throwIfAborted();
      return result;
    },
    readFile: (path) => orWhenMissing<Uint8Array | null>(readFile(join(root, path)), null),
    listFolder: async (path) => (await orWhenMissing(readdir(join(root, path)), [])).sort(),
    emptyFolder: async (path) => {
      await rm(join(root, path), { recursive: true, force: true });
      await mkdir(join(root, path), { recursive: true });
    },
    writeFile: async (path, text) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    replaceFile: (path, text) => replaceFile(join(root, path), text),
    now: () => Date.now(),
    // availableParallelism came with Node 18.14.
    parallel: typeof availableParallelism === 'function' ? availableParallelism() : cpus().length,
    log: (line) => {
      process.stdout.write(`${line}\n`);
    },
  };
}
