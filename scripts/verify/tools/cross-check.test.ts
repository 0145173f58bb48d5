import { describe, expect, it } from 'vitest';
import { crossCheck as crossCheckSchema } from '../../../src/schema/sass.ts';
import { crossCheck } from './cross-check.ts';
import type { Disassembly } from './cross-check.ts';
import { parseCuobjdumpSass } from './cuobjdump.ts';
import { parseNvdisasm } from './nvdisasm.ts';
import { readFixture } from './read-fixture.ts';

const TOOLS = ['nvdisasm', 'cuobjdump'] as const;
const ours = parseNvdisasm(readFixture('nvdisasm-gi-hex.txt'));
const theirs = parseCuobjdumpSass(readFixture('cuobjdump-sass.txt'));

function named<T extends { symbol: string }>(functions: readonly T[], symbol: string): T {
  const found = functions.find((one) => one.symbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found;
}

/** The same function with one instruction changed. */
function mutated(index: number, change: Partial<Disassembly['instructions'][number]>): Disassembly {
  const one = named(theirs, '_Z5rightPKfPfi');
  return { ...one, instructions: one.instructions.map((line, at) => (at === index ? { ...line, ...change } : line)) };
}

const one = (operands: string, encoding?: string): Disassembly => ({
  instructions: [{ at: 0, opcode: 'MOV', operands, ...(encoding === undefined ? {} : { encoding }) }],
  padding: 0,
});

describe('two tools on the same cubin', () => {
  it.each(ours.map(({ symbol, instructions }) => [symbol, instructions.length] as const))(
    'agree on %s',
    (symbol, length) => {
      expect(crossCheck(named(ours, symbol), named(theirs, symbol), TOOLS)).toEqual({
        verdict: 'agree',
        tools: ['nvdisasm', 'cuobjdump'],
        compared: length,
      });
    },
  );

  it('agree on another architecture, one reading the executable and the other the cubin in it', () => {
    const executable = parseCuobjdumpSass(readFixture('cuobjdump-executable-sm_80.txt'));
    const cubin = parseNvdisasm(readFixture('nvdisasm-sm_80.txt'));
    const verdicts = cubin.map((one) => crossCheck(one, named(executable, one.symbol), TOOLS));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['agree', 'agree', 'agree']);
  });

  it.each(ours.map(({ symbol }) => symbol))('agree on %s where one has no encodings', (symbol) => {
    const { instructions, padding } = named(ours, symbol);
    const bare = { instructions: instructions.map(({ encoding: _, ...line }) => line), padding };
    expect(crossCheck(bare, named(theirs, symbol), TOOLS).verdict).toBe('agree');
  });

  it.each([
    ['opcode', { opcode: 'SHFL.UP' }],
    ['operands', { operands: 'PT, R3, R2, 0x8, 0x1f' }],
    ['predicate', { predicate: '@P1' }],
    ['encoding', { encoding: '0x021e2200000e00000a001f0002037f8a' }],
  ])('differ when one %s is changed', (_, change) => {
    const result = crossCheck(named(ours, '_Z5rightPKfPfi'), mutated(21, change), TOOLS);
    expect(result).toMatchObject({ verdict: 'differ', compared: 38, differences: [{ at: 0x150 }] });
    expect(crossCheckSchema.parse(result)).toEqual(result);
  });

  it('say what each of them printed', () => {
    const result = crossCheck(named(ours, '_Z5rightPKfPfi'), mutated(8, { predicate: '@!P0' }), TOOLS);
    expect(result).toMatchObject({
      differences: [
        {
          first: '@P0 EXIT [0x000fea0003800000000000000000094d]',
          second: '@!P0 EXIT [0x000fea0003800000000000000000094d]',
        },
      ],
    });
  });

  it('differ when one lists less, at the addresses that are missing', () => {
    const short = named(theirs, '_Z5rightPKfPfi');
    const result = crossCheck(
      named(ours, '_Z5rightPKfPfi'),
      { ...short, instructions: short.instructions.slice(0, -2) },
      TOOLS,
    );
    expect(result).toMatchObject({
      verdict: 'differ',
      compared: 36,
      differences: [{ at: 0x240 }, { at: 0x250, second: '(nothing)' }],
    });
  });

  it('differ when the padding does', () => {
    const other = { ...named(theirs, '_Z3clkPx'), padding: 11 };
    expect(crossCheck(named(ours, '_Z3clkPx'), other, TOOLS)).toMatchObject({
      verdict: 'differ',
      compared: 12,
      differences: [{ at: 0xc0, first: '12 NOP of padding', second: '11 NOP of padding' }],
    });
  });

  it('keep the first twenty differences', () => {
    const result = crossCheck(named(ours, '_Z5rightPKfPfi'), named(theirs, '_Z6brokenPKfPfPji'), TOOLS);
    expect(result).toHaveProperty('differences.length', 20);
  });

  it('are not compared when there is nothing to compare', () => {
    const none = { instructions: [], padding: 0 };
    expect(crossCheck(none, none, TOOLS)).toEqual({
      verdict: 'not-compared',
      reason: 'neither nvdisasm nor cuobjdump lists an instruction',
    });
  });
});

describe('operands', () => {
  it.each([
    ['R1, c[0x0][0x28]', 'R1,c[0x0][0x28]'],
    ['R4 -0x40 (*"BRANCH_TARGETS 0x50,0x60"*)', 'R4 -0x40'],
  ])('%s are %s', (first, second) => {
    expect(crossCheck(one(first), one(second), TOOLS).verdict).toBe('agree');
  });

  it.each([
    ['`(vprintf)', '0x0'],
    ['R20, 32@lo((_Z1kv + .L_x_0@srel))', 'R20, 0x90'],
    ['R5, 32@hi($str)', 'R5, 0x0'],
  ])('%s stand for %s where the encodings agree', (first, second) => {
    expect(crossCheck(one(first, '0x01'), one(second, '0x01'), TOOLS).verdict).toBe('agree');
    expect(crossCheck(one(second, '0x01'), one(first, '0x01'), TOOLS).verdict).toBe('agree');
    expect(crossCheck(one(first, '0x01'), one(second, '0x02'), TOOLS).verdict).toBe('differ');
    expect(crossCheck(one(first), one(second), TOOLS).verdict).toBe('differ');
  });

  it('of a relocation stand for a number and nothing else', () => {
    expect(crossCheck(one('R5, 32@hi($str)', '0x01'), one('R6, 0x0', '0x01'), TOOLS).verdict).toBe('differ');
    expect(crossCheck(one('R5, 32@hi($str)', '0x01'), one('R5, R7', '0x01'), TOOLS).verdict).toBe('differ');
  });
});
