import { describe, expect, it } from 'vitest';
import { describeProblems, problemsOf } from '../../src/evidence/problem.ts';
import { isFor, parseSassChecks } from '../../src/evidence/sass-checks.ts';
import type { SassCheck } from '../../src/evidence/sass-checks.ts';
import { judgeSassCheck } from '../../src/schema/sass-judge.ts';
import { parseNvdisasm } from './tools/nvdisasm.ts';
import { readFixture } from './tools/read-fixture.ts';

const FUNCTIONS = parseNvdisasm(readFixture('nvdisasm-gi-hex.txt'));
const FILE = 'code/sample/sample.cu';

const parse = (...lines: string[]): SassCheck[] => parseSassChecks(lines.join('\n'), FILE);

/** Judges one check against a recorded kernel of sm_90: a live-lane ladder of shuffles, and one of all lanes. */
function judge(items: string, symbol = '_Z5rightPKfPfi'): string {
  const [check] = parse(`// SASS: ${items}`, '__global__ void any() {}');
  const listing = FUNCTIONS.find((one) => one.symbol === symbol);
  if (check === undefined || listing === undefined) throw new Error('no check or no listing');
  const verdict = judgeSassCheck(check.items, listing);
  return verdict.holds ? 'holds' : verdict.fault;
}

function complaint(...lines: string[]): string {
  try {
    parse(...lines);
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return describeProblems(problems);
  }
  throw new Error('nothing was thrown');
}

describe('what holds for recorded machine code', () => {
  it.each([
    ['a number of instructions in order', 'SHFL.DOWN x5'],
    ['an opcode without its modifiers', 'SHFL x5 ; FADD'],
    ['exactly that many', 'SHFL x5 ; !SHFL'],
    ['the first thing, and the last', '!S2R ; LDC ; BRA 0x250 ; !EXIT'],
    ['operands, with white space as one likes', 'SHFL.DOWN PT,R3,  R2, 0x10, 0x1f'],
    ['any one operand, and any that follow', 'SHFL.DOWN PT, _, R2, ...'],
    ['the reuse hint is not compared', 'ISETP.GT.U32.AND P0, PT, R6, 0x13, PT'],
    ['registers that come back', 'LDG [x], ... ; SHFL.DOWN PT, [y], [x], 0x10, ... ; FADD _, [y], [x]'],
    [
      'a whole ladder by its registers',
      'SHFL PT, [a], [s], 0x10, 0x1f ; FADD [t], [a], [s] ; SHFL PT, [b], [t], 0x8, 0x1f',
    ],
    [
      'a captured register within an address',
      'LDC.64 [p], ... ; IMAD.WIDE [p], _, 0x4, [p] ; LDG.E _, desc[UR4][[p].64]',
    ],
    ['a guard', '@P0 EXIT ; @P0 BRA ; @P0 EXIT'],
    ['a captured guard', 'ISETP.GE.AND [p], ... ; @[p] EXIT'],
    ['absence in the whole kernel', '!BAR ; !LDS ; !STS'],
    ['absence between neighbours', 'LDG ; !FADD ; SHFL ; !SHFL ; FADD'],
    ['absence before the first and after the last', '!SHFL ; LDG ; SHFL x5 ; !LDG'],
    ['absence of another register than the captured one', 'LDG [x], ... ; !SHFL PT, _, R77, ... ; EXIT'],
  ])('%s: %s', (_, items) => {
    expect(judge(items)).toBe('holds');
  });
});

describe('faults name the item and the instruction near it', () => {
  it.each([
    [
      'SHFL.DOWN x6',
      'item 1, "SHFL.DOWN x6": 5 of 6 found, no further one after SHFL.DOWN PT, R9, R4, 0x1, 0x1f at 0x01e0',
    ],
    ['SHFL.UP', 'item 1, "SHFL.UP": none in the kernel'],
    ['SHFL x5 ; LDG', 'item 2, "LDG": none after SHFL.DOWN PT, R9, R4, 0x1, 0x1f at 0x01e0'],
    [
      'SHFL x2 ; !SHFL',
      'item 2, "!SHFL": SHFL.DOWN PT, R7, R0, 0x4, 0x1f at 0x01a0, after SHFL.DOWN PT, R0, R3, 0x8, 0x1f at 0x0180',
    ],
    [
      'LDG ; !BSYNC ; SHFL',
      'item 2, "!BSYNC": BSYNC B0 at 0x0140, after LDG.E R2, desc[UR4][R2.64] at 0x0130, before SHFL.DOWN PT, R3, R2, 0x10, 0x1f at 0x0150',
    ],
    ['!SHFL', 'item 1, "!SHFL": SHFL.DOWN PT, R3, R2, 0x10, 0x1f at 0x0150'],
    [
      'LDG [x], ... ; SHFL PT, _, [x], 0x8, 0x1f',
      'item 2, "SHFL PT, _, [x], 0x8, 0x1f": none after LDG.E R2, desc[UR4][R2.64] at 0x0130; SHFL.DOWN PT, R3, R2, 0x10, 0x1f at 0x0150 has other operands or another guard; [x] is R2',
    ],
    ['@!P0 EXIT', 'item 1, "@!P0 EXIT": none in the kernel; @P0 EXIT at 0x0080 has other operands or another guard'],
  ])('%s', (items, fault) => {
    expect(judge(items)).toBe(fault);
  });

  it('a repeated name is one register, not one for each repetition', () => {
    expect(judge('SHFL PT, [x], ... x2')).toMatch(/^item 1, .* 1 of 2 found, .*\[x\] is R3$/);
  });

  it('another kernel of the same file tells the two apart', () => {
    const items = 'VOTE.ANY ; SHFL x5';
    expect([judge(items, '_Z6brokenPKfPfPji'), judge(items)]).toEqual([
      'holds',
      'item 1, "VOTE.ANY": none in the kernel',
    ]);
  });

  it('an opcode is not a prefix of letters', () => {
    expect(judge('SHF.R ; !SHF', '_Z5rightPKfPfi')).toBe('holds');
  });
});

describe('where checks stand', () => {
  it('above a kernel: targets, kernel, line, and the text on one line', () => {
    const checks = parse(
      '// SASS is what the GPU runs.',
      'template <int N>',
      '__global__ void first(int* p) { p[0] = N; }',
      '',
      '// SASS sm_80, sm_90a: SHFL.DOWN x5 ;',
      '//   FADD',
      '// SASS: !BAR  // no barrier',
      '// What it does.',
      'template <typename T>',
      'extern "C" __global__ void __launch_bounds__(256, (2))',
      'second /* the name */ (T* p) {}',
    );
    expect(checks.map(({ file, line, kernel, targets, text }) => [file, line, kernel, targets, text])).toEqual([
      [FILE, 5, 'second', ['sm_80', 'sm_90a'], 'SHFL.DOWN x5 ; FADD'],
      [FILE, 7, 'second', null, '!BAR'],
    ]);
    expect(['sm_80', 'sm_90', 'sm_90a'].map((target) => checks.map((check) => isFor(check, target)))).toEqual([
      [true, true],
      [false, true],
      [true, true],
    ]);
  });

  it('a specialisation of a template, and a name before the attribute', () => {
    expect(parse('// SASS: EXIT', 'template <> __global__ void k<int>(int* p) {}')[0]?.kernel).toBe('k');
    expect(parse('// SASS: EXIT', 'static __global__ __maxnreg__(32) void k(int* p);')[0]?.kernel).toBe('k');
  });

  it('a source without checks has none', () => {
    expect(parse('// uses SASS: nothing', '// SASS of the kernel, below', 'int SASS;')).toEqual([]);
  });
});

describe('what cannot be read', () => {
  const kernel = '__global__ void k() {}';

  it.each([
    ['no colon', '// SASS sm_90 SHFL x5', 'targets or none, a colon, and items'],
    ['no colon and no target', '// SASS SHFL x5', 'targets or none, a colon, and items'],
    ['a target that is none', '// SASS compute_90: SHFL', 'targets or none, a colon, and items'],
    ['a remark without its mark', '// SASS: !BAR no barrier', 'commas between operands'],
    ['a register in small letters', '// SASS: !FADD r, ...', 'in capitals'],
    ['nothing', '// SASS:', 'targets or none, a colon, and items'],
    ['an opcode in small letters', '// SASS: shfl', 'the opcode in capitals'],
    ['two semicolons', '// SASS: SHFL ;; FADD', 'the opcode in capitals'],
    ['a semicolon at the end', '// SASS: SHFL ;', 'the opcode in capitals'],
    ['a count of none', '// SASS: SHFL x0', 'at least x1'],
    ['a count of what is absent', '// SASS: !SHFL x2', 'no count'],
    ['an operand left out', '// SASS: FADD R1,,R2', '"_" stands for any'],
    ['dots in the middle', '// SASS: FADD ..., R2', 'only at the end'],
    ['a name that nothing captured', '// SASS: LDG ; !FADD [x], ...', 'captured by an item before it'],
  ])('%s', (_, line, expected) => {
    expect(complaint('', line, kernel)).toContain(expected);
  });

  it('says place, cause and remedy', () => {
    expect(complaint('', '// SASS: shfl x5', kernel)).toMatchInlineSnapshot(`
      "code/sample/sample.cu:2
        problem   This check of machine code cannot be read, so nothing would be checked.
        expected  an instruction as [!] [@P0] OPCODE [operands] [x2], the opcode in capitals
        found     shfl x5
        to do     Write it as // SASS sm_90: SHFL.DOWN x5 ; !BAR, or begin the comment with another word."
    `);
  });

  it('a check above no kernel', () => {
    expect(complaint('// SASS: SHFL', 'int x;', kernel)).toContain('the declaration of a __global__ function');
    expect(complaint(kernel, '// SASS: SHFL')).toContain('code/sample/sample.cu:2');
    expect(complaint('__global__ void k() {', '// SASS: SHFL', '}', kernel)).toContain('other code');
  });

  it('several at once', () => {
    expect(complaint('// SASS: shfl', kernel, '// SASS: x', kernel)).toMatch(/:1\n[\s\S]*:3\n[\s\S]*2 problems$/);
  });
});
