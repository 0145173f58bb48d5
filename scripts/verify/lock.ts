import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const held = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive, and not ours to signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The process that a lock file names; null for none, or a file that says nothing yet. */
async function holderOf(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^[1-9]\d*\n$/.test(text) ? Number(text) : null;
}

async function create(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${String(process.pid)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the lock of a dead process aside; what another process took over meanwhile is put back. */
async function clearStale(path: string, dead: number | null): Promise<void> {
  const aside = `${path}.${String(process.pid)}.tmp`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await holderOf(aside)) === dead) await rm(aside, { force: true });
  else await rename(aside, path);
}

/**
 * Takes the lock file at this absolute path, or names the living process that has it. The lock of a process that is
 * no more is taken over. A lock with this process's own id that this process did not take is of an earlier one.
 */
export async function takeLock(path: string): Promise<{ release: () => Promise<void> } | { heldBy: number }> {
  await mkdir(dirname(path), { recursive: true });
  for (;;) {
    if (await create(path)) {
      held.add(path);
      const release = async (): Promise<void> => {
        held.delete(path);
        if ((await holderOf(path)) === process.pid) await rm(path, { force: true });
      };
      return { release };
    }
    let holder = await holderOf(path);
    if (holder === null) {
      // It may be about to be written.
      await new Promise((resolve) => setTimeout(resolve, 100));
      holder = await holderOf(path);
    }
    const isOurs = holder === process.pid && held.has(path);
    if (holder !== null && (isOurs || (holder !== process.pid && isAlive(holder)))) return { heldBy: holder };
    await clearStale(path, holder);
  }
}
