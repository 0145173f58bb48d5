/** Serves dist/ until it is told to stop. Runs under the Node that Astro needs: node serve.mjs PORT HOST */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'astro';
import { ROOT } from '../lib/bootstrap/effects.mjs';
import { describe } from '../lib/bootstrap/halt.mjs';

const [port, host] = process.argv.slice(2);
if (!existsSync(join(ROOT, 'dist'))) {
  console.error(describe({ place: 'dist', cause: 'there is no built site to serve', remedy: 'npm run build' }));
  process.exit(1);
}
const server = await preview({
  root: ROOT,
  logLevel: 'error',
  server: { port: Number(port), host: host ?? 'localhost' },
});

const shown = host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
console.log(`\nThe site is at http://${shown}:${server.port}/\nPress Ctrl-C to stop.`);

const stop = () => {
  void server.stop().finally(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
await server.closed();
