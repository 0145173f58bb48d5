import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { handedOver, openHandover } from '../evidence/handover.ts';
import { Problems } from '../evidence/problem.ts';
import { survey } from '../node/survey.ts';

/**
 * Stops a build that would publish something false: before anything is rendered for what the repository holds, and
 * after all pages are rendered for what they quote. It then leaves no page behind.
 */
export function guard(options: { showStale: boolean }): AstroIntegration {
  return {
    name: 'lockstep',
    hooks: {
      'astro:config:setup': async ({ command, config }) => {
        if (command !== 'build') return;
        const problems = await survey({ root: fileURLToPath(config.root), ...options });
        if (problems.length > 0) throw new Problems(problems);
      },
      'astro:build:start': openHandover,
      'astro:build:generated': async ({ dir }) => {
        const problems = handedOver();
        if (problems.length === 0) return;
        await rm(dir, { recursive: true, force: true });
        throw new Problems(problems);
      },
    },
  };
}
