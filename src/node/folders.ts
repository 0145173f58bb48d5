import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names in a folder, sorted; none when there is no such folder. */
export async function namesIn(root: string, folder: string): Promise<string[]> {
  try {
    return (await readdir(join(root, folder))).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Files of a folder with that ending, as paths in the repository, sorted. */
export async function filesIn(root: string, folder: string, ending: string): Promise<string[]> {
  const names = await namesIn(root, folder);
  return names.filter((name) => name.endsWith(ending) && !name.startsWith('.')).map((name) => `${folder}/${name}`);
}
