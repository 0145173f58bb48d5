/** `npm run build`: writes the site to dist/, and prints nothing but what matters. `-- --verbose` shows Astro's log. */
import { join } from 'node:path';
import { realEffects } from '../lib/bootstrap/effects.mjs';
import { runScript } from '../lib/bootstrap/halt.mjs';
import { requireInstalled } from '../lib/bootstrap/install.mjs';
import { astroCli, findNode } from '../lib/bootstrap/node.mjs';

await runScript(async () => {
  const effects = realEffects();
  requireInstalled(effects);
  const args = process.argv.slice(2);
  const code = await effects.run(findNode(effects), [
    astroCli(effects),
    'build',
    ...(args.length > 0 ? args : ['--silent']),
  ]);
  if (code === 130) return 0;
  effects.log(
    code === 0
      ? `Wrote ${join('dist', '/')}`
      : '\nThe site was not built; the message above says where, why and what to do.',
  );
  return code;
});
