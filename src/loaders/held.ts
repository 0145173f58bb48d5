/**
 * The one snapshot that a build is made from. The survey and the loaders are bundled apart, and share nothing but the
 * process they run in.
 */
import { readSnapshot, type Snapshot } from '../node/snapshot.ts';

interface Settling {
  timer: NodeJS.Timeout;
  settled: Promise<void>;
  settle: () => void;
}

interface Held {
  snapshots: Map<string, Promise<Snapshot>>;
  settling: Map<string, Settling>;
}

const KEY = Symbol.for('lockstep.snapshot');
const shared = globalThis as { [KEY]?: Held };
const known = shared[KEY] ?? { snapshots: new Map<string, Promise<Snapshot>>(), settling: new Map<string, Settling>() };
shared[KEY] = known;
const { snapshots: held, settling } = known;

/**
 * How long files must be left alone, in milliseconds, before they are read again. An editor empties a file before it
 * writes it, and the watcher tells of one change only where two follow within 50 ms: read at once, the file is empty.
 */
const QUIET_MS = 80;

/** The snapshot of the repository at `root`: taken for the first who asks, and the same for all who ask after. */
export function heldSnapshot(root: string): Promise<Snapshot> {
  const taken = held.get(root) ?? readSnapshot(root);
  held.set(root, taken);
  return taken;
}

/** Something changed: the next who asks gets a new snapshot. */
export function dropSnapshot(root: string): void {
  held.delete(root);
}

/**
 * Something changed. Resolves, for all who call meanwhile, once nothing changes any more; the next who asks then gets a
 * new snapshot.
 */
export function afterChange(root: string): Promise<void> {
  const finish = (): void => {
    const done = settling.get(root);
    settling.delete(root);
    dropSnapshot(root);
    done?.settle();
  };
  const current = settling.get(root);
  if (current !== undefined) {
    clearTimeout(current.timer);
    current.timer = setTimeout(finish, QUIET_MS);
    return current.settled;
  }
  let settle = (): void => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  settling.set(root, { timer: setTimeout(finish, QUIET_MS), settled, settle });
  return settled;
}
