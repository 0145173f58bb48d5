/**
 * One item of a SASS check: a pattern for instructions.
 *
 *     item     = ["!"] [guard] opcode [operand {"," operand}] [count]
 *     guard    = "@P0", "@!UP1", or "@[name]"; without one, any guard or none fits
 *     opcode   = SHFL fits SHFL and each form with modifiers, SHFL.DOWN too
 *     operand  = the operand as printed; "_" for any one; "..." at the end for any that follow
 *     "[name]" = in an operand, a register: the first to stand there, and after that the same one. Names are lower case,
 *                so "[R2.64]" is an address and "[[base].64]" one whose register is captured
 *     count    = "x5": five instructions in order, not necessarily next to each other
 *     "!"      = no such instruction
 *
 * Without operands, any fit. White space and `.reuse`, a hint that changes nothing, are not compared.
 */
import type { Instruction } from './sass.ts';
import { isOpcode } from './sass.ts';

export interface SassItem {
  /** As written, for messages. */
  text: string;
  absent: boolean;
  guard: string | null;
  opcode: string;
  /** Null when any operands fit. */
  operands: readonly string[] | null;
  count: number;
  /** Registers named in it. */
  names: readonly string[];
}

/** What captured names stand for. */
export type Bindings = ReadonlyMap<string, string>;

const HEAD = /^(!)?\s*(?:@(!?(?:U?P(?:T|\d+)|\[[a-z]\w*\]))\s+)?([A-Z][A-Z0-9_]*(?:\.\w+)*)(?:\s+(.+))?$/;
const COUNT = /\s+x(\d+)$/;
const NAME = /\[([a-z]\w*)\]/g;

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** What is wrong with an item's parts; null when they fit together. */
function faultOf({ absent, operands, count }: SassItem): string | null {
  if (count === 0) return 'a count is at least x1; "!" says that there is none';
  if (absent && count > 1) return 'what is absent has no count';
  if (operands?.some((operand) => /^[a-z]+$/.test(operand)) === true) return 'registers and modifiers in capitals';
  if (operands?.includes('') === true) return 'an operand between commas; "_" stands for any';
  if (operands?.slice(0, -1).includes('...') === true) return '"..." only at the end of the operands';
  return null;
}

/** Reads one item. Gives text that says what was expected instead when it is none. */
export function parseSassItem(written: string): SassItem | { expected: string } {
  const text = written.trim();
  const count = COUNT.exec(text)?.[1];
  const [whole, bang, guard, opcode = '', operands] = HEAD.exec(text.replace(COUNT, '')) ?? [];
  if (whole === undefined)
    return { expected: 'an instruction as [!] [@P0] OPCODE [operands] [x2], the opcode in capitals' };
  if (operands !== undefined && /\w\s+\w/.test(operands))
    return { expected: 'commas between operands, ";" between items' };
  const item: SassItem = {
    text,
    absent: bang !== undefined,
    guard: guard ?? null,
    opcode,
    operands: operands === undefined ? null : operands.split(',').map(withoutSpace),
    count: Number(count ?? 1),
    names: [...new Set([...text.matchAll(NAME)].map(([, name = '']) => name))],
  };
  const expected = faultOf(item);
  return expected === null ? item : { expected };
}

/** Reads items separated by ";". Gives null when one of them is none. */
export function parseSassItems(text: string): SassItem[] | null {
  const items = text.split(';').map(parseSassItem);
  return items.every((item): item is SassItem => !('expected' in item)) ? items : null;
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern as a regular expression; a name that is bound as its register, any other as a group. */
function expressionOf(pattern: string, bound: Bindings, open: Set<string>): string {
  return pattern
    .split(NAME)
    .map((part, index) => {
      if (index % 2 === 0) return escapeRegExp(part);
      const register = bound.get(part);
      if (register !== undefined) return escapeRegExp(register);
      if (open.has(part)) return `\\k<${part}>`;
      open.add(part);
      return `(?<${part}>[A-Z][A-Z0-9_]*)`;
    })
    .join('');
}

function operandExpression(operands: readonly string[], bound: Bindings, open: Set<string>): string {
  const parts = operands
    .filter((operand) => operand !== '...')
    .map((operand) => (operand === '_' ? '[^,]+' : expressionOf(operand, bound, open)));
  if (operands.at(-1) !== '...') return parts.join(',');
  return parts.length === 0 ? '.*' : `${parts.join(',')}(?:,.*)?`;
}

const normal = (operands: string): string => withoutSpace(operands.replace(/\(\*.*?\*\)|\.reuse\b/g, ''));

/** Whether an opcode fits, whatever the rest. */
export const opcodeFits = (item: SassItem, instruction: Pick<Instruction, 'opcode'>): boolean =>
  isOpcode(instruction.opcode, item.opcode);

/** The bindings after an instruction that fits an item; null when it does not fit. */
export function matchItem(
  item: SassItem,
  instruction: Pick<Instruction, 'predicate' | 'opcode' | 'operands'>,
  bound: Bindings,
): Bindings | null {
  if (!opcodeFits(item, instruction)) return null;
  const open = new Set<string>();
  const guard = item.guard === null ? '.*' : expressionOf(`@${item.guard}`, bound, open);
  const operands = item.operands === null ? '.*' : operandExpression(item.operands, bound, open);
  const subject = `${instruction.predicate ?? ''};${normal(instruction.operands)}`;
  const match = new RegExp(`^${guard};${operands}$`).exec(subject);
  return match === null ? null : new Map([...bound, ...Object.entries(match.groups ?? {})]);
}
