import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../../src/schema/sass.ts';
import { listing } from '../../../src/schema/sass.ts';
import { parseNvdisasm } from './nvdisasm.ts';
import type { DisassembledFunction } from './nvdisasm.ts';
import { readFixture } from './read-fixture.ts';

const INTRINSICS = '/usr/local/cuda/bin/../targets/x86_64-linux/include/sm_30_intrinsics.hpp';

function only(functions: readonly DisassembledFunction[]): DisassembledFunction {
  const [one] = functions;
  if (one === undefined || functions.length !== 1) throw new Error(`${functions.length} functions`);
  return one;
}

function at(one: DisassembledFunction, address: number): Instruction {
  const found = one.instructions.find((instruction) => instruction.at === address);
  if (found === undefined) throw new Error(`nothing at ${address}`);
  return found;
}

/** One section around hand-shaped lines; `code` writes an instruction with its encoding. */
const section = (lines: string[], symbol = '_Z1kv'): string =>
  [`\t.target\tsm_90`, `\t.section\t.text.${symbol},"ax",@progbits`, `${symbol}:`, `.text.${symbol}:`, ...lines].join(
    '\n',
  );
const code = (address: number, text: string, low = '0000000000007918'): string =>
  `        /*${address.toString(16).padStart(4, '0')}*/    ${text}   /* 0x${low} */\n    /* 0x000fc00000000000 */`;

describe('a cubin with source lines and inlining', () => {
  const functions = parseNvdisasm(readFixture('nvdisasm-gi-hex.txt'));

  it('reads every function with its target', () => {
    expect(functions.map(({ symbol, target, entry }) => [symbol, target, entry])).toEqual([
      ['_Z3clkPx', 'sm_90', true],
      ['_Z5rightPKfPfi', 'sm_90', true],
      ['_Z6brokenPKfPfPji', 'sm_90', true],
    ]);
  });

  it('counts the padding and keeps the branch to itself before it', () => {
    expect(functions.map(({ instructions, padding }) => [instructions.length, padding])).toEqual([
      [12, 12],
      [38, 10],
      [40, 8],
    ]);
    expect(functions[0]?.instructions.at(-1)).toMatchObject({ at: 0xb0, opcode: 'BRA', operands: '0xb0' });
  });

  it('joins the encoding with its high half first', () => {
    expect(functions[0]?.instructions[0]).toEqual({
      at: 0,
      opcode: 'LDC',
      operands: 'R1, c[0x0][0x28]',
      encoding: '0x000fe2000000080000000a00ff017b82',
      place: 0,
    });
  });

  it('resolves labels to addresses and keeps predicates, descriptors and reuse marks', () => {
    const [, right, broken] = functions;
    if (right === undefined || broken === undefined) throw new Error('functions are missing');
    expect(at(right, 0xb0)).toMatchObject({ opcode: 'BSSY', operands: 'B0, 0x150' });
    expect(at(right, 0xe0)).toMatchObject({ predicate: '@P0', opcode: 'BRA', operands: '0x140' });
    expect(at(right, 0x130)).toMatchObject({ opcode: 'LDG.E', operands: 'R2, desc[UR4][R2.64]' });
    expect(at(broken, 0xa0).operands).toBe('P0, PT, R6.reuse, 0x14, PT');
  });

  it('lists each place once, with the call sites from the innermost to the outermost', () => {
    expect(functions[1]?.places).toEqual([
      { file: 'code/probe/ladder.cu', line: 10, inlinedAt: [] },
      { file: 'code/probe/ladder.cu', line: 11, inlinedAt: [] },
      { file: 'code/probe/ladder.cu', line: 12, inlinedAt: [] },
      { file: INTRINSICS, line: 440, inlinedAt: [{ file: 'code/probe/ladder.cu', line: 12 }] },
      { file: 'code/probe/ladder.cu', line: 13, inlinedAt: [] },
    ]);
    const shuffles = functions[1]?.instructions.filter(({ opcode }) => opcode === 'SHFL.DOWN');
    expect(shuffles?.map(({ place }) => place)).toEqual([3, 3, 3, 3, 3]);
  });

  it('is what the schema takes', () => {
    for (const { symbol, target, instructions, places, padding } of functions) {
      const crossCheck = { verdict: 'not-compared', reason: 'not here' };
      const whole = { build: 'ladder/sm_90', program: 'ladder', kernel: symbol, demangled: null, crossCheck };
      expect(listing.safeParse({ ...whole, symbol, target, instructions, places, padding }).error).toBeUndefined();
    }
  });
});

describe('other options', () => {
  it('reads the same code with line numbers alone', () => {
    const withLines = parseNvdisasm(readFixture('nvdisasm-g-hex.txt'));
    const withInlining = parseNvdisasm(readFixture('nvdisasm-gi-hex.txt'));
    const bare = (functions: DisassembledFunction[]): unknown =>
      functions.map(({ instructions }) => instructions.map(({ place: _, ...instruction }) => instruction));
    expect(bare(withLines)).toEqual(bare(withInlining));
    expect(withLines.flatMap(({ places }) => places).every(({ inlinedAt }) => inlinedAt.length === 0)).toBe(true);
  });

  it('reads code without line numbers', () => {
    const text = readFixture('nvdisasm-gi-hex.txt').replace(/^\t\/\/##.*\n/gm, '');
    const [first] = parseNvdisasm(text);
    expect(first?.places).toEqual([]);
    expect(first?.instructions[0]).not.toHaveProperty('place');
  });

  it('refuses code without encodings, and says what to run', () => {
    expect(() => parseNvdisasm(readFixture('nvdisasm-c.txt'))).toThrowErrorMatchingInlineSnapshot(`
      [Problem: output of nvdisasm:15
        problem   This line of what nvdisasm printed cannot be read, so none of it is used.
        expected  an encoding after the instruction
        found     /*0000*/                   LDC R1, c[0x0][0x28] ;
        to do     Ask nvdisasm for it with -hex.]
    `);
  });
});

describe('chains of inlined frames', () => {
  const marker = (text: string): string => `\t//## ${text}`;

  it('follows several frames', () => {
    const text = section([
      marker('File "h.cuh", line 203 inlined at "k.cu", line 118'),
      marker('File "k.cu", line 118 inlined at "k.cu", line 37'),
      marker('File "k.cu", line 37'),
      code(0, 'EXIT ;'),
    ]);
    expect(only(parseNvdisasm(text)).places).toEqual([
      {
        file: 'h.cuh',
        line: 203,
        inlinedAt: [
          { file: 'k.cu', line: 118 },
          { file: 'k.cu', line: 37 },
        ],
      },
    ]);
  });

  it('lets the last of several chains hold, across labels', () => {
    const text = section([marker('File "k.cu", line 1'), '.L_x_0:', marker('File "k.cu", line 2'), code(0, 'EXIT ;')]);
    expect(only(parseNvdisasm(text)).places).toEqual([{ file: 'k.cu', line: 2, inlinedAt: [] }]);
  });

  it('takes line 0 for no place', () => {
    const text = section([marker('File "k.cu", line 0'), code(0, 'EXIT ;')]);
    const one = only(parseNvdisasm(text));
    expect(one.places).toEqual([]);
    expect(one.instructions[0]).not.toHaveProperty('place');
  });

  it.each([
    [marker('File "k.cu", line 9'), /the frame "k.cu", line 118/],
    [marker('File k.cu, line 9'), /a source line marker/],
    [marker('File ".nv_debug_ptx_txt", line 9'), /without -gp/],
  ])('refuses %s after a frame that names another', (second, message) => {
    const text = section([marker('File "h.cuh", line 203 inlined at "k.cu", line 118'), second, code(0, 'EXIT ;')]);
    expect(() => parseNvdisasm(text)).toThrow(message);
  });
});

describe('hand-shaped listings', () => {
  it('reads functions that are no kernels, and labels inside a section', () => {
    const text = section([
      '\t.sectioninfo\t@"SHI_REGISTERS=24"',
      '        .weak           helper',
      code(0, 'CALL.REL.NOINC `($_Z1kv$slow) ;'),
      code(0x10, 'CALL.ABS.NOINC `(vprintf) ;'),
      code(0x20, 'MOV R20, 32@lo((_Z1kv + .L_x_0@srel)) ;'),
      '$_Z1kv$slow:',
      code(0x30, 'RET.REL.NODEC R2 `(_Z1kv) ;'),
      code(0x40, 'BRX R4 -0x40 (*"BRANCH_TARGETS .L_x_0,.L_x_1"*);'),
      '.L_x_0:',
      code(0x50, 'NOP;'),
      '.L_x_1:',
    ]);
    const one = only(parseNvdisasm(text));
    expect(one.entry).toBe(false);
    expect(one.padding).toBe(1);
    expect(one.instructions.map(({ operands }) => operands)).toEqual([
      '0x30',
      '`(vprintf)',
      'R20, 32@lo((_Z1kv + .L_x_0@srel))',
      'R2 0x0',
      'R4 -0x40 (*"BRANCH_TARGETS 0x50,0x60"*)',
    ]);
  });

  it('reads braces, every kind of predicate, and leaves out notes on the control bits', () => {
    const text = section([
      code(0, '{ @!UP0 UMOV UR4, 0x0 ;'),
      code(0x10, '@!PT SHFL.IDX PT, RZ, RZ, RZ, RZ; }'),
      code(0x20, 'LDC R1, c[0x0][0x37c]   &req={0, 1} &wr=0x0   ?trans1;'),
      code(0x30, '@UP3 BRA.U 0x30 }'),
      code(0x40, 'HGMMA.64x128x16.F32 R24, gdesc[UR8], !UPT, gsb0 ;'),
    ]);
    expect(
      only(parseNvdisasm(text)).instructions.map(({ predicate, opcode, operands }) => [predicate, opcode, operands]),
    ).toEqual([
      ['@!UP0', 'UMOV', 'UR4, 0x0'],
      ['@!PT', 'SHFL.IDX', 'PT, RZ, RZ, RZ, RZ'],
      [undefined, 'LDC', 'R1, c[0x0][0x37c]'],
      ['@UP3', 'BRA.U', '0x30'],
      [undefined, 'HGMMA.64x128x16.F32', 'R24, gdesc[UR8], !UPT, gsb0'],
    ]);
  });

  it('passes over sections that hold no code', () => {
    const data =
      '//--------------------- .nv.info --------------------------\n\t.section\t.nv.info,"",@"SHT_CUDA_INFO"\n';
    const text = `${section([code(0, 'EXIT ;')])}\n${data}\t/*0000*/ \t.byte\t0x04, 0x12\n`;
    expect(parseNvdisasm(text)).toHaveLength(1);
  });

  it('keeps a function of nothing but NOPs', () => {
    expect(only(parseNvdisasm(section([code(0, 'NOP;')])))).toMatchObject({
      padding: 0,
      instructions: [{ opcode: 'NOP' }],
    });
  });

  it.each([
    ['text that is no instruction', [code(0, 'exit ;')], 5],
    ['an instruction without an end', [code(0, 'EXIT')], 5],
    ['an address out of step', [code(0, 'NOP;'), code(0x20, 'NOP;')], 7],
    ['8-byte instructions', [code(8, 'NOP;')], 5],
    ['half an encoding', ['        /*0000*/    EXIT ;   /* 0x0000000000007918 */', '.L_x_0:'], 6],
    ['an encoding of nothing', ['    /* 0x000fc00000000000 */'], 5],
    ['a line of no known kind', [code(0, 'EXIT ;'), 'EXIT ;'], 7],
  ])('refuses %s and names the line', (_, lines, line) => {
    expect(() => parseNvdisasm(section(lines))).toThrow(`output of nvdisasm:${line}\n`);
  });

  it('reads no function from a cubin without code', () => {
    expect(parseNvdisasm('\t.target\tsm_90\n\n\t.elftype\t@"ET_EXEC"\n')).toEqual([]);
    expect(parseNvdisasm('\n')).toEqual([]);
  });

  it('refuses code before any section, and a file without a target', () => {
    expect(() => parseNvdisasm(`\t.target\tsm_90\n${code(0, 'NOP;')}`)).toThrow(/a \.section before/);
    expect(() => parseNvdisasm('nvdisasm fatal : not a cubin')).toThrow(/a \.target line/);
  });
});
