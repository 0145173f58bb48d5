#!/usr/bin/env node
/**
 * The `lockstep` command. Plain JavaScript for any Node since 18, because it must be able to say what is missing before
 * anything is installed; the commands themselves are TypeScript, which Node runs as it is from 22.18 on.
 */
import { fileURLToPath } from 'node:url';
import { realEffects } from './lib/bootstrap/effects.mjs';
import { runScript } from './lib/bootstrap/halt.mjs';
import { requireInstalled } from './lib/bootstrap/install.mjs';
import { findNode } from './lib/bootstrap/node.mjs';

await runScript(async () => {
  const effects = realEffects();
  requireInstalled(effects);
  const node = findNode(effects);
  const args = process.argv.slice(2);
  if (node !== effects.execPath) return effects.run(node, [fileURLToPath(import.meta.url), ...args]);
  const { main } = await import('./main.ts');
  return main(args);
});
