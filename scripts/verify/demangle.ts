import type { Build } from '../../src/schema/build.ts';
import type { Sass } from '../../src/schema/sass.ts';
import type { Effects } from './effects.ts';
import { endedWell } from './ended.ts';
import { parseDemangled } from './tools/symbols.ts';

/** The toolkit's own, which knows what nvcc adds to the language's names, before the system's. */
const TOOLS = ['cu++filt', 'c++filt'];

type Names = ReadonlyMap<string, string | null>;

/** Asks the first tool that is there for all names at once; none are known where there is no tool. */
async function ask(symbols: readonly string[], effects: Effects): Promise<Names> {
  if (symbols.length === 0) return new Map();
  for (const tool of TOOLS) {
    const ran = await effects.exec([tool, ...symbols], { cwd: effects.root, timeoutSeconds: 30, limitBytes: 4 << 20 });
    if (endedWell(ran.ended)) return parseDemangled(ran.stdout.text, symbols);
  }
  return new Map();
}

/** The same builds and listings with the names that people write, where a tool can tell them. */
export async function nameSymbols(
  builds: readonly Build[],
  sass: Sass,
  effects: Effects,
): Promise<{ builds: Build[]; sass: Sass }> {
  const built = builds.flatMap(({ result }) =>
    result.status === 'ok' ? [...result.kernels, ...(result.functions ?? [])] : [],
  );
  const names = await ask([...new Set([...built, ...sass.listings].map(({ symbol }) => symbol))].sort(), effects);
  const named = <T extends { symbol: string; demangled: string | null }>(one: T): T => ({
    ...one,
    demangled: names.get(one.symbol) ?? null,
  });
  return {
    builds: builds.map((build) => {
      const { result } = build;
      if (result.status !== 'ok') return build;
      const functions = result.functions === undefined ? {} : { functions: result.functions.map(named) };
      return { ...build, result: { ...result, kernels: result.kernels.map(named), ...functions } };
    }),
    sass: { ...sass, listings: sass.listings.map(named) },
  };
}
