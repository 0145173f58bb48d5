import { describe, expect, it } from 'vitest';
import { scheduled, unwaitedUses } from '../../../src/evidence/control-waits.ts';
import type { Scheduled } from '../../../src/evidence/control-waits.ts';
import { parseCuobjdumpSass } from './cuobjdump.ts';
import { parseNvdisasm } from './nvdisasm.ts';
import { readFixture } from './read-fixture.ts';

const functions = [
  ...['nvdisasm-gi-hex.txt', 'nvdisasm-sm_80.txt'].flatMap((name) => parseNvdisasm(readFixture(name))),
  ...parseCuobjdumpSass(readFixture('cuobjdump-sass.txt')),
];

describe.each(functions)('$symbol for $target', ({ target, instructions }) => {
  const decoded = scheduled(target, instructions);

  it('waits for every register that an instruction of variable latency sets', () => {
    expect(decoded.every(({ control }) => control !== null)).toBe(true);
    expect(unwaitedUses(decoded)).toEqual([]);
  });
});

it('would find the uses, if the waits stood in other bits', () => {
  const blind = functions.flatMap(({ target, instructions }) =>
    unwaitedUses(
      scheduled(target, instructions).map((one): Scheduled => {
        if (one.control === null) return one;
        return { ...one, control: { ...one.control, waitMask: one.control.reuse } };
      }),
    ),
  );
  expect(blind.length).toBeGreaterThan(functions.length);
});
