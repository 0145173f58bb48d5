import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The files of a repository, each read once. Whoever asks for a file again gets the same bytes, so that what was
 * digested is what is quoted, however often somebody saves in between.
 */
export interface Files {
  /** Absolute path of the repository. */
  readonly root: string;
  /** The bytes of the file at a path in the repository; null when there is none. */
  read(path: string): Promise<Buffer | null>;
}

async function present(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** The repository at `root`, of which nothing is read yet. */
export function openFiles(root: string): Files {
  const known = new Map<string, Promise<Buffer | null>>();
  return {
    root,
    read: (path) => {
      const reading = known.get(path) ?? present(join(root, path));
      known.set(path, reading);
      return reading;
    },
  };
}
