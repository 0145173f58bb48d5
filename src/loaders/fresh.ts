import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';

/** An entry as a loader puts it in its collection. */
export interface FreshEntry<Data> {
  id: string;
  data: Data;
  /** Path in the repository. */
  file: string;
}

export interface FreshOptions<Data> {
  name: string;
  /** Folders of the repository whose every change means reading again. */
  folders: readonly string[];
  read: (root: string) => Promise<FreshEntry<Data>[]>;
}

/**
 * A loader that trusts no cache: it reads everything anew for each build, and in `dev` whenever a file of its folders
 * changes.
 */
export function freshLoader<Data>({ name, folders, read }: FreshOptions<Data>): Loader {
  return {
    name,
    load: async ({ config, store, watcher, logger }) => {
      const root = fileURLToPath(config.root);
      const refresh = async (): Promise<void> => {
        const entries = await read(root);
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
        waiting = waiting.then(refresh).catch((error: unknown) => {
          logger.error(String(error));
        });
      });
    },
  };
}
