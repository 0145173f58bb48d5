/** Serves dist/ until it is told to stop. Runs under the Node that Astro needs: node serve.mjs PORT HOST */
import { preview } from 'astro';
import { ROOT } from '../lib/bootstrap/effects.mjs';

const [port, host] = process.argv.slice(2);
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
