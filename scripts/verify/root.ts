import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, Stop } from './stop.ts';

/** The nearest folder at or above `from` that has a `code/` folder. Throws Stop when there is none. */
export function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'code'))) return folder;
    if (dirname(folder) === folder) break;
  }
  throw new Stop(EXIT.usage, {
    place: { file: '.' },
    cause: 'There are no labs here.',
    expected: 'a folder code/ with a folder for each lab, here or above',
    found: 'no such folder',
    remedy: 'Change into the repository first.',
  });
}
