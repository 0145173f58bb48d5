import { setMaxListeners } from 'node:events';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readTextFile } from '../lib/evidence/read-side.ts';
import { replaceFile } from '../lib/evidence/replace-file.ts';
import type { Effects } from './effects.ts';
import { leftOut } from './environment.ts';
import { exec, killAll } from './exec.ts';
import { takeLock } from './lock.ts';

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

let isArmed = false;

/** Once for this process: however it is told to end, its children end with it. */
function leaveNoChild(): void {
  if (isArmed) return;
  isArmed = true;
  process.once('exit', killAll);
  for (const [name, number] of [
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(name, () => process.exit(128 + number));
  }
}

/**
 * The real world, rooted at an absolute folder. Children are killed when `signal` aborts and when this process ends or
 * is told to end; after an abort nothing more is started.
 */
export function nodeEffects(root: string, signal: AbortSignal): Effects {
  leaveNoChild();
  // Each program that runs listens.
  setMaxListeners(0, signal);
  return {
    root,
    home: homedir(),
    leftOut: leftOut(process.env),
    exec: async (argv, options) => {
      const result = await exec(argv, options, signal);
      // What an interrupted program did is no result.
      signal.throwIfAborted();
      return result;
    },
    readFile: (path) => orWhenMissing<Uint8Array | null>(readFile(join(root, path)), null),
    readCallersFile: readTextFile,
    statFile: async (path) => {
      const found = await orWhenMissing(stat(join(root, path)), null);
      return found === null ? null : { bytes: found.size, modified: found.mtimeMs };
    },
    listFolder: async (path) => (await orWhenMissing(readdir(join(root, path)), [])).sort(),
    emptyFolder: async (path) => {
      await rm(join(root, path), { recursive: true, force: true });
      await mkdir(join(root, path), { recursive: true });
    },
    writeFile: async (path, content) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    },
    replaceFile: (path, text) => replaceFile(join(root, path), text),
    removeFile: (path) => rm(join(root, path), { force: true }),
    lock: (path) => takeLock(join(root, path)),
    now: () => Date.now(),
    // availableParallelism came with Node 18.14.
    parallel: typeof availableParallelism === 'function' ? availableParallelism() : cpus().length,
    log: (line) => {
      process.stdout.write(`${line}\n`);
    },
  };
}
