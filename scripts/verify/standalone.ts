/** The verify command as one file: `node lockstep-verify.mjs LAB…`, from the root of a repository that has labs. */
import type { CommandModule } from '../lib/cli/command.ts';
import { runCli } from '../lib/cli/run.ts';
import * as command from './command.ts';

const controller = new AbortController();
process.once('SIGINT', () => {
  controller.abort();
  process.once('SIGINT', () => process.exit(130));
});

const load = (): Promise<CommandModule> => Promise.resolve(command as CommandModule);
process.exitCode = await runCli(['verify', ...process.argv.slice(2)], [{ name: 'verify', summary: '', load }], {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  signal: controller.signal,
});
