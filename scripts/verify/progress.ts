import type { Effects } from './effects.ts';

/** One line a step: what was done, how it went, how long it took. */
export interface Progress {
  step: <T>(title: string, action: () => Promise<T>, describe?: (value: T) => string) => Promise<T>;
}

const TITLE_COLUMNS = 36;

export function progressOf(effects: Effects): Progress {
  return {
    step: async (title, action, describe) => {
      const started = effects.now();
      const value = await action();
      const seconds = ((effects.now() - started) / 1000).toFixed(1);
      // The time first: what follows may be longer than any column, and no terminal is wider than it must be.
      effects.log(`${seconds.padStart(7)} s  ${title.padEnd(TITLE_COLUMNS)}  ${describe?.(value) ?? 'done'}`);
      return value;
    },
  };
}

/** Runs at most `limit` at a time, in order; results keep the order of the items. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await action(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, worker));
  return results;
}
