import type { ArgsDef, CommandDef } from 'citty';

/** What a command is given beside its options. */
export interface Invocation {
  /** Aborted by Ctrl-C: stop children, remove what is half written, and return. */
  readonly signal: AbortSignal;
  /** Every command there is, for messages and for the check of what the docs quote. */
  readonly commands: readonly CommandEntry[];
}

/** One command as data. Its module is `scripts/<name>/command.ts`, loaded when it is asked for. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/**
 * The default export is a citty command. `run({ args, data })` gets an {@link Invocation} as `data` and gives the exit
 * code (nothing: 0). A positional argument whose `valueHint` is `...` takes all that follow it, in `args._`.
 */
export interface CommandModule {
  // Commands differ in their arguments; what is common to all is that citty can run them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly default: CommandDef<any>;
}

/** The arguments of a command, whether it declares them at once or later. */
export async function argumentsOf(command: CommandModule['default']): Promise<ArgsDef> {
  const declared: unknown = command.args;
  const value: unknown = typeof declared === 'function' ? (declared as () => unknown)() : declared;
  return ((await value) ?? {}) as ArgsDef;
}
