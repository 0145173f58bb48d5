import type { KernelResources } from '../../../src/schema/build.ts';
import { unreadable } from './unreadable.ts';

/** Resources of one kernel; its demangled name is another tool's word. */
export type AssembledKernel = Omit<KernelResources, 'demangled'>;

/** What the assembler says of a function that kernels call. Its spills are in no kernel's figures. */
export type AssembledFunction = Pick<KernelResources, 'symbol' | 'stackBytes' | 'spillStoreBytes' | 'spillLoadBytes'>;

const ENTRY = /^ptxas info\s*: Compiling entry function '([^']+)' for '(sm_\w+)'/;
const PROPERTIES = /^ptxas info\s*: Function properties for (\S+)/;
const FRAME = /^\s+(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads/;
const USED = /^ptxas info\s*: Used (\d+) registers/;

const count = (line: string, pattern: RegExp): number => Number(pattern.exec(line)?.[1] ?? 0);

interface Entry {
  symbol: string;
  target: string;
  line: number;
}

/** Walks the report of `-Xptxas -v`: every frame, and every entry's "Used" line with the entry it belongs to. */
function walk(stderr: string): { kernels: (AssembledKernel & { target: string })[]; functions: AssembledFunction[] } {
  const kernels: (AssembledKernel & { target: string })[] = [];
  const frames: (AssembledFunction & { entry: boolean })[] = [];
  let entry: Entry | null = null;
  let named: string | null = null;
  let used = true;
  for (const [index, line] of stderr.split(/\r?\n/).entries()) {
    const number = index + 1;
    const [, symbol, target] = ENTRY.exec(line) ?? [];
    const [, stack, stores, loads] = FRAME.exec(line) ?? [];
    if (symbol !== undefined && target !== undefined) {
      if (!used) throw unreadable('ptxas', number, `the registers of ${entry?.symbol ?? ''}`, line);
      entry = { symbol, target, line: number };
      used = false;
    } else if (stack !== undefined) {
      if (named === null) throw unreadable('ptxas', number, 'a line "Function properties for" before it', line);
      const bytes = { stackBytes: Number(stack), spillStoreBytes: Number(stores), spillLoadBytes: Number(loads) };
      frames.push({ symbol: named, ...bytes, entry: named === entry?.symbol });
      named = null;
    } else if (USED.test(line)) {
      const frame = frames.filter((one) => one.entry && one.symbol === entry?.symbol).at(-1);
      if (entry === null || used || frame === undefined) {
        throw unreadable('ptxas', number, 'an entry function and its properties before its registers', line);
      }
      const { entry: _, ...properties } = frame;
      kernels.push({
        ...properties,
        target: entry.target,
        registers: count(line, USED),
        stackBytes: Math.max(properties.stackBytes, count(line, /(\d+) bytes cumulative stack size/)),
        sharedBytes: count(line, /(\d+) bytes smem/),
        barriers: count(line, /used (\d+) barriers/),
      });
      used = true;
    }
    named = PROPERTIES.exec(line)?.[1] ?? named;
  }
  if (!used && entry !== null) throw unreadable('ptxas', entry.line, `the registers of ${entry.symbol}`, 'the end');
  const functions = frames.filter((one) => !one.entry).map(({ entry: _, ...properties }) => properties);
  return { kernels, functions };
}

/**
 * Reads the kernels from what `nvcc -Xptxas -v` prints to its error stream, in the assembler's order (which is not the
 * source's). Bytes are per thread for stack and spills, per block for shared memory. The stack is the cumulative size
 * where ptxas gives one, and the kernel's own frame otherwise: with recursion or separate compilation it knows no
 * more. A compilation for several targets reports every kernel once for each, so name the target then. Throws a
 * Problem where a kernel's report is broken off.
 */
export function parsePtxasInfo(stderr: string, only?: { target: string }): AssembledKernel[] {
  return walk(stderr)
    .kernels.filter(({ target }) => only === undefined || target === only.target)
    .map(({ target: _, ...kernel }) => kernel);
}

/** Reads the device functions that were not inlined from the same output: their own frames and spills. */
export function parsePtxasFunctions(stderr: string): AssembledFunction[] {
  return walk(stderr).functions;
}
