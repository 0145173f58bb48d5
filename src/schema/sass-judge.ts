import type { Instruction, Listing } from './sass.ts';
import { matchItem, opcodeFits } from './sass-item.ts';
import type { Bindings, SassItem } from './sass-item.ts';

export type SassVerdict = { holds: true } | { holds: false; fault: string };

const addressOf = ({ at }: Pick<Instruction, 'at'>): string => `0x${at.toString(16).padStart(4, '0')}`;

const textOf = ({ predicate, opcode, operands }: Instruction): string =>
  [predicate, opcode, operands].filter((part) => part !== undefined && part !== '').join(' ');

const located = (instruction: Instruction): string => `${textOf(instruction)} at ${addressOf(instruction)}`;

/** Walks a listing once, from the top. */
class Walk {
  readonly #instructions: readonly Instruction[];
  #bound: Bindings = new Map();
  /** The instruction that the search goes on from. */
  #next = 0;
  #absent: { item: SassItem; number: number }[] = [];

  constructor(instructions: readonly Instruction[]) {
    this.#instructions = instructions;
  }

  /** What is wrong with the item; null when it holds so far. */
  take(item: SassItem, number: number): string | null {
    if (item.absent) {
      this.#absent.push({ item, number });
      return null;
    }
    for (let found = 0; found < item.count; found++) {
      const from = this.#next;
      const index = this.#find(item);
      const instruction = this.#instructions[index];
      if (instruction === undefined) return this.#missing(item, number, found);
      const fault = this.#forbidden(from, index);
      if (fault !== null) return fault;
      this.#bound = matchItem(item, instruction, this.#bound) ?? this.#bound;
      this.#next = index + 1;
      this.#absent = [];
    }
    return null;
  }

  /** After the last item: what must be absent from there to the end. */
  end(): string | null {
    return this.#forbidden(this.#next, this.#instructions.length);
  }

  #find(item: SassItem): number {
    const at = this.#instructions
      .slice(this.#next)
      .findIndex((instruction) => matchItem(item, instruction, this.#bound) !== null);
    return at === -1 ? -1 : this.#next + at;
  }

  #forbidden(from: number, to: number): string | null {
    for (const { item, number } of this.#absent) {
      const intruder = this.#instructions
        .slice(from, to)
        .find((instruction) => matchItem(item, instruction, this.#bound) !== null);
      if (intruder !== undefined)
        return `item ${number}, "${item.text}": ${located(intruder)}${this.#between(from, to)}`;
    }
    return null;
  }

  #between(from: number, to: number): string {
    const [before, after] = [this.#instructions[from - 1], this.#instructions[to]];
    return [
      ...(before === undefined ? [] : [`, after ${located(before)}`]),
      ...(after === undefined ? [] : [`, before ${located(after)}`]),
    ].join('');
  }

  #missing(item: SassItem, number: number, found: number): string {
    const before = this.#instructions[this.#next - 1];
    const where = before === undefined ? 'in the kernel' : `after ${located(before)}`;
    const what = item.count > 1 ? `${found} of ${item.count} found, no further one ${where}` : `none ${where}`;
    const similar = this.#instructions.slice(this.#next).find((instruction) => opcodeFits(item, instruction));
    const instead = similar === undefined ? '' : `; ${located(similar)} has other operands or another guard`;
    const bound = item.names.flatMap((name) => {
      const register = this.#bound.get(name);
      return register === undefined ? [] : [`[${name}] is ${register}`];
    });
    return `item ${number}, "${item.text}": ${[`${what}${instead}`, ...bound].join('; ')}`;
  }
}

/**
 * Holds a check against the machine code of its kernel, in the order of addresses, which is not the order of execution
 * where there are branches. Each item takes the first instruction that fits after those before it, and that choice is
 * never taken back. What is absent is absent between the instructions of the items around it, from the start or to the
 * end where there is none. Padding after the last instruction is no part of a listing.
 */
export function judgeSassCheck(items: readonly SassItem[], listing: Pick<Listing, 'instructions'>): SassVerdict {
  const walk = new Walk(listing.instructions);
  for (const [index, item] of items.entries()) {
    const fault = walk.take(item, index + 1);
    if (fault !== null) return { holds: false, fault };
  }
  const fault = walk.end();
  return fault === null ? { holds: true } : { holds: false, fault };
}
