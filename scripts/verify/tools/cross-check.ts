import type { CrossCheck, Instruction } from '../../../src/schema/sass.ts';

/** What any disassembler gives; one without encodings is compared by the rest. */
export interface Disassembly {
  instructions: readonly (Pick<Instruction, 'at' | 'predicate' | 'opcode' | 'operands'> &
    Partial<Pick<Instruction, 'encoding'>>)[];
  padding: number;
}

type Line = Disassembly['instructions'][number];

const MOST_DIFFERENCES = 20;

/** Notes that only one tool appends, as the targets of an indirect branch. */
const NOTES = /\(\*"[^"]*"\*\)/g;

/** A name that the linker fills in: a label of another function, or half of an address. */
const RELOCATION = /`\([^()]+\)|\b(?:32|16|8)@(?:lo|hi)\((?:[^()]|\([^()]*\))*\)/g;

const normal = (operands: string): string => operands.replace(NOTES, '').replace(/\s+/g, '');

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether `printed` is `named` with a number wherever `named` has a relocation. */
function fills(named: string, printed: string): boolean {
  const literal = named.split(RELOCATION).map(escapeRegExp).join('0x[0-9a-f]+');
  return new RegExp(`^${literal}$`).test(printed);
}

function sameOperands(first: Line, second: Line): boolean {
  const [one, other] = [normal(first.operands), normal(second.operands)];
  if (one === other) return true;
  const sameBits = first.encoding !== undefined && first.encoding === second.encoding;
  return sameBits && (fills(one, other) || fills(other, one));
}

function same(first: Line, second: Line): boolean {
  const sameEncoding =
    first.encoding === undefined || second.encoding === undefined || first.encoding === second.encoding;
  return (
    sameEncoding &&
    first.predicate === second.predicate &&
    first.opcode === second.opcode &&
    sameOperands(first, second)
  );
}

function describe(line: Line | undefined): string {
  if (line === undefined) return '(nothing)';
  const text = [line.predicate, line.opcode, line.operands]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  return line.encoding === undefined ? text : `${text} [${line.encoding}]`;
}

/**
 * Compares two disassemblies of one function: at each address, predicate, opcode, operands without white space, and
 * the encoding where both give it. Where one tool prints a name for the linker and the other a number, equal
 * encodings settle it. An address that only one of them lists, and unequal padding, are differences too; the first
 * twenty are kept. `tools` names the two, in order.
 */
export function crossCheck(first: Disassembly, second: Disassembly, tools: readonly [string, string]): CrossCheck {
  const ones = new Map(first.instructions.map((line) => [line.at, line]));
  const others = new Map(second.instructions.map((line) => [line.at, line]));
  if (ones.size === 0 && others.size === 0) {
    return { verdict: 'not-compared', reason: `neither ${tools[0]} nor ${tools[1]} lists an instruction` };
  }
  const addresses = [...new Set([...ones.keys(), ...others.keys()])].sort((a, b) => a - b);
  const differences = addresses.flatMap((at) => {
    const [one, other] = [ones.get(at), others.get(at)];
    if (one !== undefined && other !== undefined && same(one, other)) return [];
    return [{ at, first: describe(one), second: describe(other) }];
  });
  if (first.padding !== second.padding) {
    const at = Math.max(...addresses) + 16;
    differences.push({ at, first: `${first.padding} NOP of padding`, second: `${second.padding} NOP of padding` });
  }
  const compared = addresses.filter((at) => ones.has(at) && others.has(at)).length;
  return differences.length === 0
    ? { verdict: 'agree', tools: [...tools], compared }
    : { verdict: 'differ', tools: [...tools], compared, differences: differences.slice(0, MOST_DIFFERENCES) };
}
