import type { Instruction, Listing, Sass } from '../schema/sass.ts';
import { editScript } from './edit-script.ts';
import type { Edit } from './edit-script.ts';

/** A kernel whose machine code for a target differs. */
export interface ListingChange {
  kernel: string;
  build: string;
  target: string;
  /**
   * `re-encoded`: the same instructions with other bits, as other stall counts. `missing` is a listing that one file has
   * and the other does not.
   */
  kind: 'changed' | 're-encoded' | 'only-before' | 'only-after';
  /** Instructions; null where there is no listing. */
  before: number | null;
  after: number | null;
  /** All lines, kept ones too. Empty unless `changed`. */
  edits: Edit[];
  /** Instructions with the same text and other bits. */
  reencoded: number;
}

/** Instructions whose last operand is an address in the same kernel, which moves whenever something is put before it. */
const TO_ADDRESS = /^(?:BRA|BRX|BSSY|CALL|JMP|JMX|RET|WARPSYNC)\b/;

/** An instruction as text that stays the same when only its surroundings move. */
export function normalText({ predicate, opcode, operands }: Instruction): string {
  const settled = operands.replace(/\s+/g, ' ').replace(/\.reuse\b/g, '');
  const stated = TO_ADDRESS.test(opcode) ? settled.replace(/0x[0-9a-f]+$/, '<address>') : settled;
  return [predicate, opcode, stated].filter((part) => part !== undefined && part !== '').join(' ');
}

function changeOf(before: Listing, after: Listing): Pick<ListingChange, 'kind' | 'edits' | 'reencoded'> | null {
  const [first, second] = [before.instructions.map(normalText), after.instructions.map(normalText)];
  const same = first.length === second.length && first.every((text, index) => text === second[index]);
  if (!same) return { kind: 'changed', edits: editScript(first, second), reencoded: 0 };
  const reencoded = before.instructions.filter(
    ({ encoding }, index) => encoding !== after.instructions[index]?.encoding,
  ).length;
  return reencoded === 0 ? null : { kind: 're-encoded', edits: [], reencoded };
}

const keyOf = ({ build, target, kernel }: Listing): string => JSON.stringify([build, target, kernel]);

/** The kernels whose machine code differs, by build, target and kernel. */
export function listingChanges(before: Sass, after: Sass): ListingChange[] {
  const [ones, others] = [before, after].map(({ listings }) => new Map(listings.map((one) => [keyOf(one), one])));
  return [...new Set([...(ones?.keys() ?? []), ...(others?.keys() ?? [])])].flatMap((key): ListingChange[] => {
    const [one, other] = [ones?.get(key), others?.get(key)];
    const named = one ?? other;
    if (named === undefined) return [];
    const { kernel, build, target } = named;
    const counts = { before: one?.instructions.length ?? null, after: other?.instructions.length ?? null };
    if (one === undefined || other === undefined) {
      const kind = one === undefined ? 'only-after' : 'only-before';
      return [{ kernel, build, target, ...counts, kind, edits: [], reencoded: 0 }];
    }
    const change = changeOf(one, other);
    return change === null ? [] : [{ kernel, build, target, ...counts, ...change }];
  });
}
