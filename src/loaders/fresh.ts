import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import type { Snapshot } from '../node/snapshot.ts';
import { afterChange, heldSnapshot } from './held.ts';

/** An entry as a loader puts it in its collection. */
export interface FreshEntry<Data> {
  id: string;
  data: Data;
  /** Path in the repository. */
  file: string;
}

export interface FreshOptions<Data> {
  name: string;
  /** Folders of the repository whose every change means a new snapshot. */
  folders: readonly string[];
  pick: (snapshot: Snapshot) => FreshEntry<Data>[];
}

/**
 * A loader that trusts no cache: it picks its entries from the snapshot of the build, and in `dev` from a new one
 * whenever a file of its folders changes.
 */
export function freshLoader<Data>({ name, folders, pick }: FreshOptions<Data>): Loader {
  return {
    name,
    load: async ({ config, store, watcher, logger }) => {
      const root = fileURLToPath(config.root);
      const refresh = async (): Promise<void> => {
        const entries = pick(await heldSnapshot(root));
        store.clear();
        for (const { id, data, file } of entries)
          store.set({ id, data: data as Record<string, unknown>, filePath: file });
      };
      await refresh();

      let waiting = Promise.resolve();
      const watched = folders.map((folder) => `${root}${folder}${sep}`);
      watcher?.add(watched);
      watcher?.on('all', (_event, path) => {
        if (!watched.some((folder) => path.startsWith(folder))) return;
        // All loaders wait for the same quiet; the first who then asks takes the snapshot for all of them.
        const settled = afterChange(root);
        waiting = waiting
          .then(() => settled)
          .then(refresh)
          .catch((error: unknown) => {
            logger.error(String(error));
          });
      });
    },
  };
}
