import { globSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defineCommand } from 'citty';
import { describeProblems, problemsOf } from '../../src/evidence/problem.ts';
import { ROOT } from '../lib/bootstrap/effects.mjs';
import { diagrams } from './diagrams.ts';
import { Drawer } from './draw.ts';
import type { Effects } from './effects.ts';

function realEffects(drawer: Drawer): Effects {
  const at = (path: string): string => join(ROOT, path);
  return {
    listPages: () =>
      Promise.resolve(
        globSync('content/**/*.mdx', { cwd: ROOT })
          .map((file) => file.replaceAll('\\', '/'))
          .sort(),
      ),
    readFile: (path) => readFile(at(path), 'utf8'),
    listFolder: (path) => readdir(at(path)).catch(() => []),
    writeFile: async (path, text) => {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(`${path}.tmp`), text);
      await rename(at(`${path}.tmp`), at(path));
    },
    deleteFile: (path) => rm(at(path)),
    draw: (source, prefix) => drawer.draw(source, prefix),
    log: (line) => process.stdout.write(`${line}\n`),
  };
}

export default defineCommand({
  meta: {
    name: 'diagrams',
    description:
      'Draws each Mermaid diagram of the content that has no picture yet, with a browser of this machine, and deletes ' +
      'pictures that no diagram needs. Commit the pictures: building the site needs no browser.',
  },
  run: async (): Promise<number> => {
    const drawer = new Drawer();
    try {
      await diagrams(realEffects(drawer));
      return 0;
    } catch (error) {
      const problems = problemsOf(error);
      if (problems === null) throw error;
      process.stderr.write(`${describeProblems(problems)}\n`);
      return 1;
    } finally {
      await drawer.close();
    }
  },
});
