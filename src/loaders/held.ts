/**
 * The one snapshot that a build is made from. The survey and the loaders are bundled apart, and share nothing but the
 * process they run in.
 */
import { readSnapshot, type Snapshot } from '../node/snapshot.ts';

const KEY = Symbol.for('lockstep.snapshot');
const shared = globalThis as { [KEY]?: Map<string, Promise<Snapshot>> };
const held = shared[KEY] ?? new Map<string, Promise<Snapshot>>();
shared[KEY] = held;

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
