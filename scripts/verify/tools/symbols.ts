import { ItaniumReader, Unknown } from './itanium.ts';
import { unreadable } from './unreadable.ts';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** With separate compilation nvcc puts the file before a symbol of internal linkage, after its length. */
function withoutFile(symbol: string): string {
  const [prefix = '', length] = /^__nv_static_(\d+)_/.exec(symbol) ?? [];
  return length === undefined ? symbol : symbol.slice(prefix.length + Number(length) + 1);
}

/**
 * The name of a function as it is written after `__global__ void`, out of its mangled symbol: without namespace,
 * template arguments and parameters. A symbol that is not mangled (`extern "C"`) is its own name. Null for operators,
 * lambdas and whatever cannot be read with certainty.
 */
export function kernelNameOf(symbol: string): string | null {
  const mangled = withoutFile(symbol);
  if (!mangled.startsWith('_Z')) return IDENTIFIER.test(mangled) ? mangled : null;
  try {
    const name = new ItaniumReader(mangled, '_Z'.length).functionName();
    return name !== null && IDENTIFIER.test(name) && !name.startsWith('_GLOBAL__') ? name : null;
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

/**
 * Reads what `cu++filt` or `c++filt` prints for these symbols, one line for each in the same order. Null stands for a
 * mangled symbol that the tool gave back as it was. Throws a Problem when the lines are not as many.
 */
export function parseDemangled(text: string, symbols: readonly string[]): Map<string, string | null> {
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (lines.length !== symbols.length) {
    throw unreadable('c++filt', lines.length, `${symbols.length} lines, one for each symbol`, text);
  }
  return new Map(
    symbols.map((symbol, index) => {
      const line = lines[index]?.trim() ?? '';
      const givenBack = line === symbol && kernelNameOf(symbol) !== symbol;
      return [symbol, line === '' || givenBack ? null : line];
    }),
  );
}
