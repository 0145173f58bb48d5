import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../src/evidence/problem.ts';
import type { Project } from './linter.ts';

/** What git has, or would add: nothing that it ignores, and nothing deleted. */
function filesOf(root: string): string[] {
  try {
    const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', options, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
    });
    const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
    return [...new Set(files)].sort();
  } catch (error) {
    throw new Problem({
      place: { file: '.git' },
      cause: `git could not list the files to check: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'install git, and run this in a clone of the repository',
    });
  }
}

const topFolders = (): string[] =>
  readdirSync('/', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The project on disk. */
export function readProject(root: string, commands: readonly string[]): Project {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const manifest = JSON.parse(read('package.json')) as { scripts?: Record<string, string> };
  return {
    root,
    files: filesOf(root),
    read,
    size: (file) => statSync(join(root, file)).size,
    machineFolders: topFolders(),
    npmScripts: Object.keys(manifest.scripts ?? {}),
    commands,
  };
}
