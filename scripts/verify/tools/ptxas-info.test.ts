import { describe, expect, it } from 'vitest';
import { kernelResources } from '../../../src/schema/build.ts';
import { parsePtxasFunctions, parsePtxasInfo } from './ptxas-info.ts';
import { readFixture } from './read-fixture.ts';

describe('parsePtxasInfo', () => {
  it('reads every kernel of a file', () => {
    const kernels = parsePtxasInfo(readFixture('ptxas-kernels.txt'));
    const rows = kernels.map((one) => [
      one.symbol,
      [one.registers, one.sharedBytes, one.stackBytes, one.spillStoreBytes, one.spillLoadBytes, one.barriers],
    ]);
    expect(Object.fromEntries(rows)).toEqual({
      _ZN5outer43_GLOBAL__N__04da0c4c_10_kernels_cu_f63f76e46hiddenEPf: [10, 0, 0, 0, 0, 0],
      _ZN5outer5namedEPf: [8, 0, 0, 0, 0, 0],
      _Z6callerPfi: [26, 0, 64, 0, 0, 0],
      _Z5stackPKiPi: [70, 0, 256, 0, 0, 0],
      _Z5spillPKfPf: [32, 0, 1576, 2296, 2804, 1],
      plain: [8, 0, 0, 0, 0, 0],
      _Z4tilePf: [10, 1024, 0, 0, 0, 1],
      _Z6ladderI3SumLi8EEvPKfPfi: [10, 0, 0, 0, 0, 0],
      _Z6ladderI3SumLi32EEvPKfPfi: [12, 0, 0, 0, 0, 0],
    });
    for (const kernel of kernels) expect(kernelResources.safeParse({ ...kernel, demangled: null }).success).toBe(true);
  });

  it('agrees with the figures recorded for the same source elsewhere', () => {
    expect(parsePtxasInfo(readFixture('ptxas-v.txt')).map(({ symbol, registers }) => [symbol, registers])).toEqual([
      ['_Z3clkPx', 10],
      ['_Z5rightPKfPfi', 12],
      ['_Z6brokenPKfPfPji', 16],
    ]);
  });

  it('reads one target of several', () => {
    const text = readFixture('ptxas-two-targets.txt');
    expect(parsePtxasInfo(text)).toHaveLength(18);
    const spills = (target: string): number | undefined =>
      parsePtxasInfo(text, { target }).find(({ symbol }) => symbol === '_Z5spillPKfPf')?.spillStoreBytes;
    expect([spills('sm_80'), spills('sm_90'), spills('sm_75')]).toEqual([2320, 2296, undefined]);
  });

  it('leaves to callees what is theirs, and reads them apart', () => {
    const text = readFixture('separate-compilation.txt');
    expect(parsePtxasInfo(text).find(({ symbol }) => symbol === '_Z9recursivePi')).toMatchObject({
      registers: 24,
      stackBytes: 0,
      spillStoreBytes: 0,
    });
    expect(parsePtxasFunctions(text)).toEqual([
      { symbol: '_Z4growi', stackBytes: 120, spillStoreBytes: 20, spillLoadBytes: 20 },
    ]);
  });

  it('takes the cumulative stack, and older reports without barriers', () => {
    const text = [
      "ptxas info    : Compiling entry function 'k' for 'sm_90'",
      'ptxas info    : Function properties for k',
      '    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads',
      'ptxas info    : Function properties for callee',
      '    72 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads',
      'ptxas info    : Used 24 registers, 88 bytes cumulative stack size, 1024 bytes smem, 368 bytes cmem[0]',
    ].join('\n');
    expect(parsePtxasInfo(text)).toEqual([
      {
        symbol: 'k',
        registers: 24,
        stackBytes: 88,
        sharedBytes: 1024,
        spillStoreBytes: 0,
        spillLoadBytes: 0,
        barriers: 0,
      },
    ]);
    expect(parsePtxasFunctions(text)).toHaveLength(1);
  });

  it('reads nothing from a quiet compilation', () => {
    expect(parsePtxasInfo('')).toEqual([]);
  });

  it.each([
    ['registers of nothing', 'ptxas info    : Used 10 registers\n', 1],
    ['a frame of nothing', '    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n', 1],
    ['a kernel without registers', "ptxas info    : Compiling entry function 'k' for 'sm_90'\n", 1],
    [
      'a kernel broken off by another',
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\nptxas info    : Compiling entry function 'l' for 'sm_90'\n",
      2,
    ],
  ])('refuses %s', (_, text, line) => {
    expect(() => parsePtxasInfo(text)).toThrow(`output of ptxas:${line}\n`);
  });
});
