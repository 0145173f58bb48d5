/** `npm start`: installs what is missing, builds the site from the evidence in the repository, serves it. */
import { join } from 'node:path';
import { realEffects } from '../lib/bootstrap/effects.mjs';
import { runScript } from '../lib/bootstrap/halt.mjs';
import { ensureInstalled } from '../lib/bootstrap/install.mjs';
import { astroCli, findNode } from '../lib/bootstrap/node.mjs';
import { isFree } from '../lib/bootstrap/port.mjs';
import { choosePort } from './choose-port.mjs';
import { parseOptions, USAGE } from './options.mjs';

await runScript(async () => {
  const options = parseOptions(process.argv.slice(2));
  const effects = realEffects();
  if (options.help) {
    effects.log(USAGE);
    return 0;
  }
  const port = await choosePort(options, isFree);
  await ensureInstalled(effects);
  const node = findNode(effects);
  effects.log('Building the site ...');
  const built = await effects.run(node, [astroCli(effects), 'build', '--silent']);
  if (built === 130) return 0;
  if (built !== 0) {
    effects.log('\nThe site was not built; the message above says where, why and what to do. Nothing is served.');
    return built;
  }
  const served = await effects.run(node, [join(effects.root, 'scripts/start/serve.mjs'), String(port), options.host]);
  return served === 130 ? 0 : served;
});
