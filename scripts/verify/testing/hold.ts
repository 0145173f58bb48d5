/** Starts a program that does not end and waits for it: node hold.mjs. For tests of how a verification is ended. */
import { nodeEffects } from '../node-effects.ts';

const controller = new AbortController();
process.once('SIGINT', () => {
  controller.abort();
});
const effects = nodeEffects(process.cwd(), controller.signal);
const program = 'echo $$ >started; exec sleep 60';
await effects
  .exec(['sh', '-c', program], { cwd: effects.root, timeoutSeconds: 60, limitBytes: 1024 })
  .catch(() => undefined);
