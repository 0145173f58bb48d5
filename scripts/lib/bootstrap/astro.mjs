/** `astro` with the Node it needs and without telemetry, for the npm scripts: node scripts/lib/bootstrap/astro.mjs build */
import { realEffects } from './effects.mjs';
import { runScript } from './halt.mjs';
import { requireInstalled } from './install.mjs';
import { astroCli, findNode } from './node.mjs';

await runScript(async () => {
  const effects = realEffects();
  requireInstalled(effects);
  const code = await effects.run(findNode(effects), [astroCli(effects), ...process.argv.slice(2)]);
  return code === 130 ? 0 : code;
});
