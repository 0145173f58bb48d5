import type { Instruction } from '../../../src/schema/sass.ts';
import { splitPadding } from './disassembled.ts';
import type { DisassembledFunction } from './disassembled.ts';
import { InstructionLines } from './instruction-lines.ts';
import { PlaceLines } from './place-lines.ts';
import { unreadable } from './unreadable.ts';

export type { DisassembledFunction } from './disassembled.ts';

const SECTION = /^\s*\.section\s+([^\s,]+)/;
const CODE_SECTION = /^\.text\.(.+)$/;
const SECTION_RULE = /^\/\/-{5,}/;
const TARGET = /^\s*\.target\s+(sm_\w+)/;
const HEADER_FLAGS = /^\s*\.headerflags\s+@".*\bEF_CUDA_SM(\d+)/;
const ENTRY = /^\s*\.other\s+.*\bSTO_CUDA_ENTRY\b/;
const LABEL = /^(\S+):\s*$/;
const DIRECTIVE = /^\s*\.[a-z_]+(?:\s|$)/;
const LABEL_OPERAND = /`\(([^()]+)\)/g;
const BRANCH_TARGETS = /(\(\*"BRANCH_TARGETS )([^"]*)("\*\))/;

interface Section {
  symbol: string;
  entry: boolean;
  code: InstructionLines;
  source: PlaceLines;
  labels: Map<string, number>;
}

const hex = (address: number): string => `0x${address.toString(16)}`;

/** Labels of the same section become addresses; names from elsewhere stay, for the file does not place them. */
function resolveLabels(instruction: Instruction, labels: ReadonlyMap<string, number>): Instruction {
  const addressOf = (name: string, otherwise: string): string => {
    const address = labels.get(name);
    return address === undefined ? otherwise : hex(address);
  };
  const operands = instruction.operands
    .replace(LABEL_OPERAND, (whole, name: string) => addressOf(name, whole))
    .replace(BRANCH_TARGETS, (_, before: string, names: string, after: string) => {
      const targets = names.split(',').map((name) => addressOf(name.trim(), name.trim()));
      return `${before}${targets.join(',')}${after}`;
    });
  return { ...instruction, operands };
}

/** Reads one `.text.` section after another. */
class Reader {
  readonly functions: Omit<DisassembledFunction, 'target'>[] = [];
  target: string | null = null;
  #section: Section | null = null;
  #elsewhere = false;

  line(line: string, number: number): void {
    const name = SECTION.exec(line)?.[1];
    if (name !== undefined) this.#open(name, number);
    else if (SECTION_RULE.test(line)) this.close(number);
    else if (this.#section !== null) this.#inside(this.#section, line, number);
    else this.#outside(line, number);
  }

  close(number: number): void {
    const section = this.#section;
    this.#section = null;
    this.#elsewhere = false;
    if (section === null) return;
    const { symbol, entry, code, source, labels } = section;
    const all = code.end(number).map((instruction) => resolveLabels(instruction, labels));
    this.functions.push({ symbol, entry, places: source.places, ...splitPadding(all) });
  }

  #open(name: string, number: number): void {
    this.close(number);
    const symbol = CODE_SECTION.exec(name)?.[1];
    this.#elsewhere = symbol === undefined;
    if (symbol === undefined) return;
    const code = new InstructionLines('nvdisasm');
    this.#section = { symbol, entry: false, code, source: new PlaceLines(), labels: new Map() };
  }

  #inside(section: Section, line: string, number: number): void {
    const { code, source, labels } = section;
    const label = LABEL.exec(line)?.[1];
    if (label !== undefined) labels.set(label, code.next);
    else if (ENTRY.test(line)) section.entry = true;
    else if (line.trim() === '' || DIRECTIVE.test(line)) return;
    else if (!source.accept(line, number) && !code.accept(line, number, source.current)) {
      throw unreadable('nvdisasm', number, 'an instruction, a label, a directive or a source line marker', line);
    }
  }

  #outside(line: string, number: number): void {
    this.target ??= TARGET.exec(line)?.[1] ?? null;
    const version = HEADER_FLAGS.exec(line)?.[1];
    if (version !== undefined) this.target ??= `sm_${version}`;
    if (!this.#elsewhere && line.trimStart().startsWith('/*')) {
      throw unreadable('nvdisasm', number, 'a .section before the first instruction', line);
    }
  }
}

/**
 * Reads what `nvdisasm -c -hex` prints of one cubin, with source lines (`-g`, `-gi`) or without: its functions, one
 * for each `.text.` section. Label operands become the addresses that cuobjdump prints; every other section is
 * passed over. A cubin without code (the device linker leaves one in every executable) has no functions. File names stay
 * as the compiler wrote them. Throws a Problem with the line for code it cannot read.
 */
export function parseNvdisasm(text: string): DisassembledFunction[] {
  const reader = new Reader();
  const lines = text.split(/\r?\n/);
  lines.forEach((line, index) => {
    reader.line(line, index + 1);
  });
  reader.close(lines.length);
  const { target, functions } = reader;
  if (text.trim() === '') return [];
  if (target === null) throw unreadable('nvdisasm', 1, 'a .target line that names the architecture', lines[0] ?? '');
  return functions.map((one) => ({ ...one, target }));
}
