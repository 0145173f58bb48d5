import { existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { handedOver, openHandover } from '../evidence/handover.ts';
import { Problem, Problems } from '../evidence/problem.ts';
import { survey } from '../node/survey.ts';
import { dropSnapshot, heldSnapshot } from './held.ts';

/**
 * Stops a build that would publish something false: before anything is rendered for what the repository holds, and
 * after all pages are rendered for what they quote. A build that stops, for whatever reason, leaves no page behind:
 * neither its own nor those of an earlier one.
 */
export function guard(options: { showStale: boolean }): AstroIntegration {
  let whole = false;
  return {
    name: 'lockstep',
    hooks: {
      'astro:config:setup': async ({ command, config }) => {
        const site = fileURLToPath(config.outDir);
        if (command === 'preview' && !existsSync(site)) throw nothingToServe(site);
        if (command !== 'build') return;
        await rm(site, { recursive: true, force: true });
        process.once('exit', () => {
          if (!whole) rmSync(site, { recursive: true, force: true });
        });
        const root = fileURLToPath(config.root);
        dropSnapshot(root);
        const problems = survey(await heldSnapshot(root), options);
        if (problems.length > 0) throw new Problems(problems);
      },
      'astro:build:start': openHandover,
      'astro:build:generated': async ({ dir }) => {
        const problems = handedOver();
        if (problems.length === 0) return;
        await rm(dir, { recursive: true, force: true });
        throw new Problems(problems);
      },
      'astro:build:done': () => {
        whole = true;
      },
    },
  };
}

function nothingToServe(site: string): Problem {
  return new Problem({
    place: { file: site },
    cause: 'There is no built site to serve: none was built, or the last build stopped and left no page behind.',
    expected: 'a folder of pages',
    found: 'no folder',
    remedy: 'Run: npm run build',
  });
}
