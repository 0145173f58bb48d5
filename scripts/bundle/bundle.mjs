/** `npm run bundle`: the verify command as one file that needs only Node 18 or newer and CUDA. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { realEffects } from '../lib/bootstrap/effects.mjs';
import { Halt, runScript } from '../lib/bootstrap/halt.mjs';
import { requireInstalled } from '../lib/bootstrap/install.mjs';

const ENTRY = 'scripts/verify/standalone.ts';
const OUTPUT = 'build/lockstep-verify.mjs';

await runScript(async () => {
  const effects = realEffects();
  requireInstalled(effects);
  if (!effects.exists(join(effects.root, ENTRY))) {
    throw new Halt({
      place: ENTRY,
      cause: 'the file to bundle does not exist',
      remedy: 'restore it from the repository',
    });
  }
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(effects.root, ENTRY)],
    outfile: join(effects.root, OUTPUT),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node18',
    banner: { js: '#!/usr/bin/env node' },
    legalComments: 'inline',
    logLevel: 'warning',
  });
  chmodSync(join(effects.root, OUTPUT), 0o755);
  effects.log(`Wrote ${OUTPUT}`);
  return 0;
});
