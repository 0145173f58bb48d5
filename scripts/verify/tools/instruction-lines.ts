import type { Instruction } from '../../../src/schema/sass.ts';
import { parseSassText } from './sass-text.ts';
import { unreadable } from './unreadable.ts';

const FIRST = /^\s*\/\*([0-9a-f]{4,})\*\/\s+(.*?)\s*\/\*\s*0x([0-9a-f]{16})\s*\*\/\s*$/;
const SECOND = /^\s*\/\*\s*0x([0-9a-f]{16})\s*\*\/\s*$/;
const WITHOUT_ENCODING = /^\s*\/\*[0-9a-f]{4,}\*\/[^/]*[;}]\s*$/;

/** Bytes of one instruction since sm_70. */
const BYTES = 16;

/**
 * Gathers the instructions of one function. Disassemblers give each two lines: the address, the text and the low half
 * of the encoding; then the high half alone. A line that begins as a comment and is neither, an address out of step,
 * or half an encoding throws a Problem.
 */
export class InstructionLines {
  readonly #tool: string;
  readonly #read: Instruction[] = [];
  #low: string | null = null;

  constructor(tool: string) {
    this.#tool = tool;
  }

  /** Byte offset of the instruction that comes next. */
  get next(): number {
    return this.#read.length * BYTES;
  }

  /** Reads a line of code; false when the line is none. `place` is asked for once per instruction. */
  accept(line: string, number: number, place: () => number | undefined = () => undefined): boolean {
    if (!line.trimStart().startsWith('/*')) return false;
    const second = SECOND.exec(line);
    if (second !== null) this.#complete(second[1] ?? '', line, number);
    else this.#begin(line, number, place);
    return true;
  }

  /** The function ends before this line: all its instructions. */
  end(number: number): Instruction[] {
    if (this.#low !== null) throw unreadable(this.#tool, number, 'the second half of an encoding', 'the end');
    return this.#read;
  }

  #begin(line: string, number: number, place: () => number | undefined): void {
    if (this.#low !== null) throw unreadable(this.#tool, number, 'the second half of an encoding', line);
    const [, address, text = '', low = ''] = FIRST.exec(line) ?? [];
    if (address === undefined && WITHOUT_ENCODING.test(line)) {
      throw unreadable(this.#tool, number, 'an encoding after the instruction', line, 'Ask nvdisasm for it with -hex.');
    }
    const parts = address === undefined ? null : parseSassText(text);
    if (address === undefined || parts === null) throw unreadable(this.#tool, number, 'an instruction', line);
    const at = parseInt(address, 16);
    if (at !== this.next) {
      throw unreadable(this.#tool, number, `the instruction at 0x${this.next.toString(16)} of the function`, line);
    }
    const index = place();
    this.#read.push({ at, ...parts, encoding: '', ...(index === undefined ? {} : { place: index }) });
    this.#low = low;
  }

  #complete(high: string, line: string, number: number): void {
    const last = this.#read.at(-1);
    if (this.#low === null || last === undefined) throw unreadable(this.#tool, number, 'an instruction', line);
    last.encoding = `0x${high}${this.#low}`;
    this.#low = null;
  }
}
