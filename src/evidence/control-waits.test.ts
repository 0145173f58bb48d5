import { expect, test } from 'vitest';
import type { ControlFields } from '../schema/control.ts';
import { unwaitedUses } from './control-waits.ts';
import type { Scheduled } from './control-waits.ts';

const CONTROL: ControlFields = { stall: 1, yield: false, writeBarrier: null, readBarrier: null, waitMask: 0, reuse: 0 };

/** A kernel from lines `@P0 OPCODE operands`, each with what differs from no barriers at all. */
const kernel = (...lines: [string, Partial<ControlFields>?][]): Scheduled[] =>
  lines.map(([text, control = {}], index) => {
    const [, predicate, opcode = '', operands = ''] = /^(?:(@\S+) )?(\S+) ?(.*)$/.exec(text) ?? [];
    return {
      at: index * 16,
      ...(predicate === undefined ? {} : { predicate }),
      opcode,
      operands,
      encoding: '0x00',
      control: { ...CONTROL, ...control },
    };
  });

const used = (...lines: [string, Partial<ControlFields>?][]): string[] =>
  unwaitedUses(kernel(...lines)).map(({ register, usedAt }) => `${register} at ${String(usedAt / 16)}`);

const LOAD: [string, Partial<ControlFields>] = ['LDG.E R2, desc[UR4][R4.64]', { writeBarrier: 3 }];

test('a use waits, or an instruction before it did', () => {
  expect(used(LOAD, ['FADD R5, R2, R6'])).toEqual(['R2 at 1']);
  expect(used(LOAD, ['FADD R5, R2, R6', { waitMask: 0b001000 }])).toEqual([]);
  expect(used(LOAD, ['MOV R9, RZ', { waitMask: 0b111111 }], ['FADD R5, R2, R6'])).toEqual([]);
  expect(used(LOAD, ['FADD R5, R2, R6', { waitMask: 0b000100 }])).toEqual(['R2 at 1']);
  expect(used(LOAD, ['FADD R5, R20, R6'])).toEqual([]);
});

test('DEPBAR waits for the barrier that it names, once that has come down to zero', () => {
  const add: [string] = ['FADD R5, R2, R6'];
  expect(used(LOAD, ['DEPBAR.LE SB3, 0x0'], add)).toEqual([]);
  expect(used(LOAD, ['DEPBAR.LE SB2, 0x0'], add)).toEqual(['R2 at 2']);
  expect(used(LOAD, ['DEPBAR.LE SB3, 0x1'], add)).toEqual(['R2 at 2']);
});

test('a wide load sets several registers, and a pair is used as a whole', () => {
  const wide: [string, Partial<ControlFields>] = ['LDG.E.128 R4, desc[UR4][R8.64]', { writeBarrier: 0 }];
  expect(used(wide, ['FADD R1, R7, R7'])).toEqual(['R7 at 1']);
  expect(used(['LDC R3, c[0x0][0x210]', { writeBarrier: 0 }], ['STG.E desc[UR4][R2.64], R9'])).toEqual(['R3 at 1']);
});

test('uniform registers, predicates before the destination, and guards', () => {
  expect(used(['S2UR UR6, SR_CTAID.X', { writeBarrier: 1 }], ['IMAD R7, R7, UR6, R0'])).toEqual(['UR6 at 1']);
  expect(used(['SHFL.DOWN PT, R7, R5, 0x10, 0x1f', { writeBarrier: 1 }], ['@P0 FADD R1, R7, R5'])).toEqual(['R7 at 1']);
});

test('every path counts: a branch past the wait, and a loop back to a use; setting it again is a use', () => {
  const past = kernel(LOAD, ['@P0 BRA 0x30'], ['MOV R9, RZ', { waitMask: 8 }], ['FADD R5, R2, R6']);
  expect(unwaitedUses(past)).toMatchObject([{ register: 'R2', barrier: 3, setAt: 0, usedAt: 48 }]);
  expect(used(LOAD, ['BRA 0x30'], ['FADD R5, R2, R6'], ['EXIT'])).toEqual([]);
  expect(used(['FADD R5, R2, R6'], LOAD, ['@P0 BRA 0x0'], ['EXIT'])).toEqual(['R2 at 0', 'R2 at 1']);
});
