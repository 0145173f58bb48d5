import { parseArgs } from 'citty';
import type { ArgsDef } from 'citty';

/** The caller asked for something that does not exist: usage is shown, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const spellings = (name: string): string[] => [
  name,
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
];

/**
 * Refuses what citty would let through: an option the command does not declare, and words beyond its positional
 * arguments. A misspelled option that is silently ignored would run something else than was asked for.
 */
export function checkArguments(rawArgs: string[], declared: ArgsDef): void {
  const entries = Object.entries(declared);
  const known = new Set(
    entries.flatMap(([name, definition]) => {
      const alias = 'alias' in definition ? definition.alias : undefined;
      return [...spellings(name), ...(Array.isArray(alias) ? alias : alias === undefined ? [] : [alias])];
    }),
  );
  const parsed = parseArgs(rawArgs, declared);
  const unknown = Object.keys(parsed).find((name) => name !== '_' && !known.has(name));
  if (unknown !== undefined) throw new UsageError(`unknown option ${unknown.length === 1 ? '-' : '--'}${unknown}`);
  const positional = entries.filter(([, definition]) => definition.type === 'positional');
  const takesAll = positional.some(([, definition]) => definition.valueHint === '...');
  const extra = parsed._[positional.length];
  if (extra !== undefined && !takesAll) throw new UsageError(`unexpected argument "${extra}"`);
}

/** Whether an error is the caller's: ours, or one of citty's own. */
export function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof Error && error.name === 'CLIError');
}
