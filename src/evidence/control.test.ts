import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { controlOf, controlSource, decodeControl, withControl } from '../schema/control.ts';
import type { Evidence } from '../schema/evidence.ts';
import { scheduled, unwaitedUses } from './control-waits.ts';

const none = { writeBarrier: null, readBarrier: null, waitMask: 0, reuse: 0 };

test.each([
  ['a special register into barrier 0', '0x000e2a00000021000000000000007919', { ...none, stall: 5, writeBarrier: 0 }],
  [
    'an addition that waits on barrier 0',
    '0x001fc8000f8e02000000000607077c24',
    { ...none, stall: 4, waitMask: 1, yield: true },
  ],
  ['the branch to itself at the end', '0x000fc0000383fffffffffffc00fc7947', { ...none, stall: 0, yield: true }],
])('%s', (_, encoding, expected) => {
  expect(decodeControl('sm_90', encoding)).toEqual({ yield: false, ...expected });
});

test('each field is read from its own bits', () => {
  const bits = (low: number, value: number): string =>
    `0x${((BigInt(value) << BigInt(low)) | (0x3fn << 110n)).toString(16).padStart(32, '0')}`;
  const rest = { stall: 0, yield: true, ...none };
  expect(decodeControl('sm_75', bits(105, 9))).toEqual({ ...rest, stall: 9 });
  expect(decodeControl('sm_75', bits(109, 1))).toEqual({ ...rest, yield: false });
  expect(decodeControl('sm_75', bits(116, 0b100001))).toEqual({ ...rest, waitMask: 0b100001 });
  expect(decodeControl('sm_75', bits(122, 0b1001))).toEqual({ ...rest, reuse: 0b1001 });
  const barriers = (write: number, read: number): string =>
    `0x${((BigInt(write) << 110n) | (BigInt(read) << 113n)).toString(16).padStart(32, '0')}`;
  expect(decodeControl('sm_75', barriers(2, 5))).toEqual({ ...rest, writeBarrier: 2, readBarrier: 5 });
  expect(decodeControl('sm_75', barriers(6, 7))).toBeNull();
  expect(decodeControl('sm_75', bits(126, 1))).toBeNull();
});

test('a target without a published layout, and half an encoding, give nothing', () => {
  const encoding = '0x000e2a00000021000000000000007919';
  expect(['sm_60', 'sm_100', 'sm_103a', 'sm_999'].map((target) => decodeControl(target, encoding))).toEqual(
    Array(4).fill(null),
  );
  expect(decodeControl('sm_90', '0x0000000000007919')).toBeNull();
  expect(decodeControl('sm_90a', encoding)).toEqual(decodeControl('sm_90', encoding));
  expect(controlSource('sm_70')).toMatch(/1804\.06826/);
  expect(controlSource('sm_100')).toBeNull();
});

test('the notation of maxas: waits, read barrier, write barrier, yield, stall', () => {
  expect(
    ['0x000e2a00000021000000000000007919', '0x001fc8000f8e02000000000607077c24', '0x0'].map((encoding) =>
      controlOf('sm_90', { encoding }),
    ),
  ).toEqual(['B------:R-:W0:-:S05', 'B0-----:R-:W-:Y:S04', undefined]);
  const [known] = withControl('sm_90', [
    { at: 0, opcode: 'S2R', operands: 'R0, SR_TID.X', encoding: '0x000e2a00000021000000000000007919' },
  ]);
  expect(known?.control).toBe('B------:R-:W0:-:S05');
});

const listings = globSync('code/*/evidence/*.json').flatMap((file) => {
  const { sass } = JSON.parse(readFileSync(file, 'utf8')) as Evidence;
  return sass.listings.map(({ kernel, target, instructions }) => ({ file, kernel, target, instructions }));
});

describe.each(listings)('$kernel for $target, as recorded', ({ target, instructions }) => {
  const decoded = scheduled(target, instructions);

  test('has fields on every instruction, or on none where the layout is not published', () => {
    const expected = controlSource(target) === null ? 0 : instructions.length;
    expect(decoded.filter(({ control }) => control !== null)).toHaveLength(expected);
  });

  test('waits for every register that an instruction of variable latency sets', () => {
    expect(unwaitedUses(decoded)).toEqual([]);
  });

  test('keeps an operand for reuse where the disassembler prints it', () => {
    for (const { control, operands } of decoded) {
      if (control === null) continue;
      const kept = control.reuse.toString(2).replaceAll('0', '').length;
      expect([operands, kept]).toEqual([operands, operands.split('.reuse').length - 1]);
    }
  });
});
