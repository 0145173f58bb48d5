import { describe, expect, it } from 'vitest';
import { parseCuobjdumpSass, parseElfList } from './cuobjdump.ts';
import { readFixture } from './read-fixture.ts';

const header = (target: string): string =>
  `\nFatbin elf code:\n================\narch = ${target}\ncode version = [1,8]\nhost = linux\ncompile_size = 64bit\n\n`;
const image = (target: string, functions: string): string => `${header(target)}\tcode for ${target}\n${functions}`;
const kernel = (symbol: string): string =>
  [
    `\t\tFunction : ${symbol}`,
    '\t.headerflags\t@"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)"',
    '        /*0000*/                   EXIT ;         /* 0x000000000000794d */',
    '                                                  /* 0x000fea0003800000 */',
    '\t\t..........',
    '',
  ].join('\n');

describe('parseCuobjdumpSass', () => {
  it('reads every function of a cubin', () => {
    const functions = parseCuobjdumpSass(readFixture('cuobjdump-sass.txt'));
    expect(
      functions.map(({ symbol, target, instructions, padding }) => [symbol, target, instructions.length, padding]),
    ).toEqual([
      ['_Z3clkPx', 'sm_90', 12, 12],
      ['_Z5rightPKfPfi', 'sm_90', 38, 10],
      ['_Z6brokenPKfPfPji', 'sm_90', 40, 8],
    ]);
    expect(functions[1]?.instructions[14]).toEqual({
      at: 0xe0,
      predicate: '@P0',
      opcode: 'BRA',
      operands: '0x140',
      encoding: '0x000fea00038000000000000000140947',
    });
    expect(functions.every(({ places, entry }) => places.length === 0 && entry === null)).toBe(true);
  });

  it('reads an executable, where the device linker leaves an image without code', () => {
    const functions = parseCuobjdumpSass(readFixture('cuobjdump-executable-sm_80.txt'));
    expect(functions.map(({ symbol, target, padding }) => [symbol, target, padding])).toEqual([
      ['_Z7endlessPVi', 'sm_80', 15],
      ['_Z12outside_maskPi', 'sm_80', 14],
      ['_Z6rotatePi', 'sm_80', 11],
    ]);
  });

  it('gives every function of a fat binary its own target', () => {
    const text = image('sm_80', '') + image('sm_80', kernel('_Z1av')) + image('sm_90a', kernel('_Z1av'));
    expect(parseCuobjdumpSass(text).map(({ symbol, target }) => [symbol, target])).toEqual([
      ['_Z1av', 'sm_80'],
      ['_Z1av', 'sm_90a'],
    ]);
  });

  it('reads nothing where there is no code', () => {
    expect(parseCuobjdumpSass("cuobjdump info    : File 'a.o' does not contain device code\n")).toEqual([]);
  });

  it.each([
    ['a line of no known kind', kernel('_Z1av').replace('EXIT ;', 'EXIT ;\nEXIT ;'), /output of cuobjdump:12\n/],
    ['a function that is cut short', kernel('_Z1av').replace(/\t\t\.+\n/, ''), /the end of _Z1av/],
    ['code outside a function', kernel('_Z1av').replace(/\t\tFunction.*\n/, ''), /a "Function :" line/],
    ['half an encoding', kernel('_Z1av').replace(/ *\/\* 0x000fea.*\n/, ''), /the second half of an encoding/],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseCuobjdumpSass(image('sm_90', text))).toThrow(message);
  });

  it('refuses a function of no architecture', () => {
    expect(() => parseCuobjdumpSass(kernel('_Z1av'))).toThrow(/"code for" an architecture/);
  });
});

describe('parseElfList', () => {
  it('reads names in order', () => {
    expect(parseElfList('ELF file    1: ladder.1.sm_80.cubin\nELF file   12: ladder.2.sm_90a.cubin\n')).toEqual([
      'ladder.1.sm_80.cubin',
      'ladder.2.sm_90a.cubin',
    ]);
  });

  it('keeps a name that comes twice', () => {
    expect(parseElfList(readFixture('cuobjdump-xelf.txt'))).toEqual(['sample.sm_80.cubin', 'sample.sm_80.cubin']);
  });

  it('reads none from a host object, and refuses anything else', () => {
    expect(parseElfList("cuobjdump info    : File 'a.o' does not contain device code\n")).toEqual([]);
    expect(() => parseElfList('ELF file    1: a.cubin\nsomething else\n')).toThrow(/output of cuobjdump:2\n/);
  });
});
