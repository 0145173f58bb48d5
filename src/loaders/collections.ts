import { basename, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { glob, type Loader, type LoaderContext } from 'astro/loaders';
import { DAYS_FOLDER } from '../node/pages.ts';
import { afterChange, heldSnapshot } from './held.ts';
import { present } from './presented.ts';

type Watcher = NonNullable<LoaderContext['watcher']>;

/** Folders of the repository whose every change means a new snapshot. */
const FOLDERS = ['code', 'content'];

/** The repository itself as an entry: how often it was read. */
export interface Reading {
  count: number;
}

/** A watcher that tells of the files of a folder once they are left alone: whoever reads at once may read half a file. */
function onceQuiet(watcher: Watcher, root: string, folder: string): Watcher {
  const on = (event: string, hear: (path: string) => unknown): Watcher =>
    watcher.on(event, (path: string) => {
      if (path.startsWith(`${root}${folder}${sep}`)) void afterChange(root).then(() => hear(path));
    });
  return new Proxy(watcher, {
    get: (target, key): unknown => (key === 'on' ? on : Reflect.get(target, key)),
  });
}

/**
 * The pages of days. The file name is the id, as it is written: an id made pretty is no longer the name of a lab.
 * Entries that an earlier build kept are left out: they are what another schema made of the same text.
 */
export function daysLoader(): Loader {
  const { load, ...days } = glob({
    base: DAYS_FOLDER,
    pattern: '*.mdx',
    generateId: ({ entry }) => basename(entry, '.mdx'),
  });
  return {
    ...days,
    load: async ({ watcher, ...context }) => {
      context.store.clear();
      const root = fileURLToPath(context.config.root);
      await load({ ...context, ...(watcher === undefined ? {} : { watcher: onceQuiet(watcher, root, DAYS_FOLDER) }) });
    },
  };
}

/**
 * Presents to the pages what the repository holds: the snapshot of the build, and in `dev` a new one whenever a file
 * changes. The one entry says that it was read again, whatever the reading found, so that Astro makes the pages anew.
 */
export function repositoryLoader(): Loader {
  const id = 'repository';
  return {
    name: 'lockstep-repository',
    load: async ({ config, store, watcher, logger }) => {
      const root = fileURLToPath(config.root);
      const refresh = async (): Promise<void> => {
        present(await heldSnapshot(root));
        const before = store.get<Reading & Record<string, unknown>>(id)?.data.count ?? 0;
        store.set({ id, data: { count: before + 1 } });
      };
      await refresh();

      let waiting = Promise.resolve();
      const watched = FOLDERS.map((folder) => `${root}${folder}${sep}`);
      watcher?.on('all', (_event, path) => {
        if (!watched.some((folder) => path.startsWith(folder))) return;
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
