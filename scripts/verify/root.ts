import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noLabs } from './stop.ts';

/** The nearest folder at or above `from` that has a `code/` folder. Throws Stop when there is none. */
export function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'code'))) return folder;
    if (dirname(folder) === folder) break;
  }
  throw noLabs('.', 'a folder code/ with a folder for each lab, here or above', 'no such folder');
}
