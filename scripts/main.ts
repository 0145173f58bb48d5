import type { CommandEntry, CommandModule } from './lib/cli/command.ts';
import { runCli } from './lib/cli/run.ts';

/** Each command is a folder; its module is read only when the command is asked for. */
const command = (name: string, summary: string): CommandEntry => ({
  name,
  summary,
  load: async () => (await import(`./${name}/command.ts`)) as CommandModule,
});

export const COMMANDS: readonly CommandEntry[] = [
  command('verify', 'build, run, measure and disassemble a lab on this GPU, and write its evidence'),
  command('check', "the project's own checks of its sources, docs and evidence"),
  command('diff', 'what changed between two evidence files: machine code, resources, numbers, outcomes, tools'),
  command('migrate', 'rewrite evidence of an older format in the present one'),
  command('diagrams', 'draw the diagrams of the content, to be committed beside it'),
];

/** How long a command may clean up after Ctrl-C before it is ended. */
const GRACE_MS = 2000;

/** The command line: gives the exit code. */
export async function main(args: string[]): Promise<number> {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    controller.abort();
    process.once('SIGINT', () => process.exit(130));
    setTimeout(() => process.exit(130), GRACE_MS).unref();
  });
  return runCli(args, COMMANDS, {
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    signal: controller.signal,
  });
}
