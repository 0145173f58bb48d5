/**
 * The snapshot that pages show. They are bundled apart from the loaders, and share with them nothing but the process
 * they run in: through Astro's store, evidence would be written to a file, read and parsed again at every change.
 */
import type { Snapshot } from '../node/snapshot.ts';

const KEY = Symbol.for('lockstep.presented');
const shared = globalThis as { [KEY]?: Snapshot };

/** From now on pages show this. */
export function present(snapshot: Snapshot): void {
  shared[KEY] = snapshot;
}

/** What pages show now. Throws TypeError before the loader has run: no page is rendered that early. */
export function presented(): Snapshot {
  const snapshot = shared[KEY];
  if (snapshot === undefined) throw new TypeError('no loader presented a snapshot');
  return snapshot;
}
