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

const CUMULATIVE = /(\d+) bytes cumulative stack size/;
const SHARED = /(\d+) bytes smem/;
const BARRIERS = /used (\d+) barriers/;

const count = (line: string, pattern: RegExp): number => Number(pattern.exec(line)?.[1] ?? 0);

/** Reads the report line by line: a kernel begins, its frame and its callees' follow, its registers end it. */
class Report {
  readonly kernels: (AssembledKernel & { target: string })[] = [];
  readonly functions: AssembledFunction[] = [];
  /** The kernel whose registers are still to come. */
  #open: { symbol: string; target: string; line: number; frame: AssembledFunction | null } | null = null;
  /** The function whose frame the next line gives. */
  #named: string | null = null;

  line(line: string, number: number): void {
    const [, symbol, target] = ENTRY.exec(line) ?? [];
    if (symbol !== undefined && target !== undefined) this.#begin(symbol, target, line, number);
    else if (FRAME.test(line)) this.#frame(line, number);
    else if (USED.test(line)) this.#registers(line, number);
    else this.#named = PROPERTIES.exec(line)?.[1] ?? this.#named;
  }

  end(): void {
    if (this.#open === null) return;
    throw unreadable('ptxas', this.#open.line, `the registers of ${this.#open.symbol}`, 'the end of the output');
  }

  #begin(symbol: string, target: string, line: string, number: number): void {
    if (this.#open !== null) throw unreadable('ptxas', number, `the registers of ${this.#open.symbol}`, line);
    this.#open = { symbol, target, line: number, frame: null };
  }

  #frame(line: string, number: number): void {
    const symbol = this.#named;
    this.#named = null;
    if (symbol === null) throw unreadable('ptxas', number, 'a line "Function properties for" before it', line);
    const [, stack, stores, loads] = FRAME.exec(line) ?? [];
    const frame = {
      symbol,
      stackBytes: Number(stack),
      spillStoreBytes: Number(stores),
      spillLoadBytes: Number(loads),
    };
    if (symbol === this.#open?.symbol) this.#open.frame = frame;
    else this.functions.push(frame);
  }

  #registers(line: string, number: number): void {
    const open = this.#open;
    this.#open = null;
    if (open?.frame == null)
      throw unreadable('ptxas', number, 'a kernel and its properties before its registers', line);
    this.kernels.push({
      ...open.frame,
      target: open.target,
      registers: count(line, USED),
      stackBytes: Math.max(open.frame.stackBytes, count(line, CUMULATIVE)),
      sharedBytes: count(line, SHARED),
      barriers: count(line, BARRIERS),
    });
  }
}

function readReport(stderr: string): Report {
  const report = new Report();
  for (const [index, line] of stderr.split(/\r?\n/).entries()) report.line(line, index + 1);
  report.end();
  return report;
}

/**
 * Reads the kernels from what `nvcc -Xptxas -v` prints to its error stream, in the assembler's order (which is not the
 * source's). Bytes are per thread for stack and spills, per block for shared memory. The stack is the cumulative size
 * where ptxas gives one, and the kernel's own frame otherwise: with recursion or separate compilation it knows no
 * more. A compilation for several targets reports every kernel once for each, so name the target then. Throws a
 * Problem where a kernel's report is broken off.
 */
export function parsePtxasInfo(stderr: string, only?: { target: string }): AssembledKernel[] {
  return readReport(stderr)
    .kernels.filter(({ target }) => only === undefined || target === only.target)
    .map(({ target: _, ...kernel }) => kernel);
}

/** Reads the device functions that were not inlined from the same output: their own frames and spills. */
export function parsePtxasFunctions(stderr: string): AssembledFunction[] {
  return readReport(stderr).functions;
}
