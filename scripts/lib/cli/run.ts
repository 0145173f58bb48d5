import { renderUsage, runCommand } from 'citty';
import { describeProblems, problemsOf } from '../../../src/evidence/problem.ts';
import { argumentsOf } from './command.ts';
import type { CommandEntry, CommandModule } from './command.ts';
import { checkArguments, isUsageError, UsageError } from './usage.ts';

/** Where a run writes, so that its output can be tested. */
export interface Console {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly signal: AbortSignal;
}

const INTERRUPTED = 130;
const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h';

/** The table of commands as text. */
export function overview(commands: readonly CommandEntry[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return ['Usage: npx lockstep <command> [options]', '', ...lines, '', 'npx lockstep <command> --help says more.'].join(
    '\n',
  );
}

async function usageOf(name: string, module: CommandModule): Promise<string> {
  return renderUsage(module.default, { meta: { name: 'npx lockstep' } }).then((text) =>
    (text || name).replaceAll('=<...>', ' ...'),
  );
}

/** Runs one command and gives its exit code: 0, 1 for what failed, 2 for a wrong call, 130 after Ctrl-C. */
export async function runCli(args: string[], commands: readonly CommandEntry[], console: Console): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name)) {
    (name === undefined ? console.err : console.out)(overview(commands));
    return name === undefined ? 2 : 0;
  }
  const entry = commands.find((command) => command.name === name);
  if (entry === undefined) {
    console.err(`${overview(commands)}\n\nlockstep: unknown command "${name}"`);
    return 2;
  }
  try {
    return await invoke(entry, rest, commands, console);
  } catch (error) {
    return report(error, entry, console);
  }
}

async function invoke(
  entry: CommandEntry,
  args: string[],
  commands: readonly CommandEntry[],
  console: Console,
): Promise<number> {
  const module = await entry.load();
  if (args.some(isHelp)) {
    console.out(await usageOf(entry.name, module));
    return 0;
  }
  try {
    checkArguments(args, await argumentsOf(module.default));
  } catch (error) {
    if (!isUsageError(error)) throw error;
    throw new UsageError(`${await usageOf(entry.name, module)}\n\nlockstep ${entry.name}: ${error.message}`);
  }
  const { result } = await runCommand(module.default, { rawArgs: args, data: { signal: console.signal, commands } });
  if (console.signal.aborted) return INTERRUPTED;
  return typeof result === 'number' ? result : 0;
}

/** What a failure prints: a person's error without a stack, a mistake of ours with one. */
function report(error: unknown, entry: CommandEntry, console: Console): number {
  if (console.signal.aborted) return INTERRUPTED;
  if (isUsageError(error)) {
    console.err(error.message);
    return 2;
  }
  const problems = problemsOf(error);
  if (problems !== null) console.err(describeProblems(problems));
  else
    console.err(
      `lockstep ${entry.name} failed unexpectedly:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  return 1;
}
