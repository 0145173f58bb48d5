import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { Problems } from '../evidence/problem.ts';
import { survey } from '../node/survey.ts';

/** Stops a build before anything is rendered when the repository holds something that must not be published. */
export function guard(options: { showStale: boolean }): AstroIntegration {
  return {
    name: 'lockstep-guard',
    hooks: {
      'astro:config:setup': async ({ command, config }) => {
        if (command !== 'build') return;
        const problems = await survey({ root: fileURLToPath(config.root), ...options });
        if (problems.length > 0) throw new Problems(problems);
      },
    },
  };
}
