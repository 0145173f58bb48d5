import { decodeControl } from '../schema/control.ts';
import type { ControlFields } from '../schema/control.ts';
import type { Instruction } from '../schema/sass.ts';

/** An instruction with its scheduling fields decoded; null where they cannot be. */
export type Scheduled = Omit<Instruction, 'control'> & { control: ControlFields | null };

/** The same instructions with their scheduling fields decoded. */
export function scheduled(target: string, instructions: readonly Instruction[]): Scheduled[] {
  return instructions.map((one) => ({ ...one, control: decodeControl(target, one.encoding) }));
}

/** A register that is used while the instruction that sets it may still be at work. */
export interface UnwaitedUse {
  register: string;
  barrier: number;
  setAt: number;
  usedAt: number;
}

type Pending = ReadonlyMap<string, { barrier: number; setAt: number }>;

const REGISTER = /(?<![\w.])(U?[RP])(\d+)\b(\.64)?/g;

/** Registers that operands name; the second of a pair where `.64` says so. */
function registersIn(operands: string): string[] {
  return [...operands.matchAll(REGISTER)].flatMap(([, file = '', number = '', pair]) =>
    [0, ...(pair === undefined ? [] : [1])].map((next) => `${file}${String(Number(number) + next)}`),
  );
}

const DESTINATION = /^(?:(?:U?P(?:T|\d+)),\s*)*(U?R)(\d+)\b/;

/** The registers that an instruction with a write barrier sets: its first general one, and those after it by its width. */
function setBy({ opcode, operands }: Scheduled): string[] {
  const [, file, number] = DESTINATION.exec(operands) ?? [];
  if (file === undefined || number === undefined) return [];
  const bits = Number(/\.(64|128)\b/.exec(opcode)?.[1] ?? 32);
  return Array.from({ length: bits / 32 }, (_, next) => `${file}${String(Number(number) + next)}`);
}

const BRANCH = /^(?:BRA|JMP|BRX|JMX|CALL|RET|EXIT|KILL)\b/;

/** Where control may go from an instruction: the indexes of the next ones. Indirect branches lead nowhere known. */
function successors(instructions: readonly Scheduled[], index: number): number[] {
  const one = instructions[index];
  if (one === undefined) return [];
  const next = index + 1 < instructions.length ? [index + 1] : [];
  if (!BRANCH.test(one.opcode)) return next;
  const to = /0x([0-9a-f]+)\s*$/.exec(one.operands)?.[1];
  const target = /^(?:BRA|JMP)\b/.test(one.opcode) && to !== undefined ? parseInt(to, 16) / 16 : -1;
  const falls = one.predicate !== undefined || /^!?U?P\d/.test(one.operands) || /^CALL\b/.test(one.opcode);
  return [...(target >= 0 && target < instructions.length ? [target] : []), ...(falls ? next : [])];
}

/** The barriers that an instruction waits for: those of its mask, and the one that a DEPBAR waits to see at zero. */
function waitsFor({ opcode, operands }: Scheduled, { waitMask }: ControlFields): (barrier: number) => boolean {
  const counted = /^DEPBAR\b/.test(opcode) ? /^SB(\d), 0x0\b/.exec(operands)?.[1] : undefined;
  return (barrier) => (waitMask & (1 << barrier)) !== 0 || String(barrier) === counted;
}

/** What is still being written after an instruction, and what it used too early. */
function step(one: Scheduled, before: Pending): { after: Pending; unwaited: UnwaitedUse[] } {
  const { control } = one;
  if (control === null) return { after: before, unwaited: [] };
  const isOver = waitsFor(one, control);
  const after = new Map([...before].filter(([, { barrier }]) => !isOver(barrier)));
  const unwaited = registersIn(`${one.predicate ?? ''} ${one.operands}`).flatMap((register) => {
    const pending = after.get(register);
    return pending === undefined ? [] : [{ register, ...pending, usedAt: one.at }];
  });
  if (control.writeBarrier !== null) {
    for (const register of setBy(one)) after.set(register, { barrier: control.writeBarrier, setAt: one.at });
  }
  return { after, unwaited };
}

/**
 * Uses of a register (setting it again is one), on any path, that nothing waited for after one with a write barrier set
 * it. A compiler leaves none: a finding says that the fields were decoded wrongly. Instructions without fields are
 * passed over.
 */
export function unwaitedUses(instructions: readonly Scheduled[]): UnwaitedUse[] {
  const reached = new Map<number, Map<string, { barrier: number; setAt: number }>>([[0, new Map()]]);
  const found = new Map<string, UnwaitedUse>();
  const open = [0];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const one = instructions[index];
    if (one === undefined) continue;
    const { after, unwaited } = step(one, reached.get(index) ?? new Map());
    for (const use of unwaited) found.set(`${use.register} ${String(use.usedAt)}`, use);
    for (const next of successors(instructions, index)) {
      const known = reached.get(next);
      const joined = known ?? new Map<string, { barrier: number; setAt: number }>();
      const size = joined.size;
      for (const [register, pending] of after) if (!joined.has(register)) joined.set(register, pending);
      if (known !== undefined && joined.size === size) continue;
      reached.set(next, joined);
      open.push(next);
    }
  }
  return [...found.values()].sort((a, b) => a.usedAt - b.usedAt);
}
