import type { Instruction, Place } from '../../../src/schema/sass.ts';

/** One function of a disassembly. */
export interface DisassembledFunction {
  /** Mangled name. */
  symbol: string;
  /** Architecture of the machine code, as `sm_90`. */
  target: string;
  /** Whether the function is a kernel; null when the tool does not say. */
  entry: boolean | null;
  /** Source places, each once; empty when the tool printed none. `instructions[].place` indexes them. */
  places: Place[];
  /** In order of address, 16 bytes apart, without the padding. */
  instructions: Instruction[];
  /** NOP instructions after the last one listed. */
  padding: number;
}

/**
 * Splits off the NOPs that fill a function up to its alignment: those after the last instruction of another kind. The
 * branch to itself before them stays. A function of nothing but NOPs keeps them all.
 */
export function splitPadding<T extends { opcode: string }>(
  instructions: readonly T[],
): { instructions: T[]; padding: number } {
  let end = instructions.length;
  while (end > 0 && instructions[end - 1]?.opcode === 'NOP') end--;
  if (end === 0) end = instructions.length;
  return { instructions: instructions.slice(0, end), padding: instructions.length - end };
}
