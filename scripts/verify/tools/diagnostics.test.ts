import { describe, expect, it } from 'vitest';
import { warning } from '../../../src/schema/build.ts';
import { parseDiagnostics } from './diagnostics.ts';
import { readFixture } from './read-fixture.ts';

describe('parseDiagnostics', () => {
  const found = parseDiagnostics(readFixture('warnings.txt'));

  it('reads the front end and the host compiler, each warning once', () => {
    expect(found.map(({ from, file, line, text }) => [from, file, line, text.split('\n')[0]])).toEqual([
      ['device', 'warnings.cu', 11, '#1056-D: returning pointer to local variable'],
      ['device', 'warnings.cu', 15, '#186-D: pointless comparison of unsigned integer with zero'],
      ['device', 'helper.cuh', 3, '#177-D: variable "spare" was declared but never referenced'],
      ['device', 'warnings.cu', 5, '#177-D: variable "forgotten" was declared but never referenced'],
      ['device', 'warnings.cu', 19, '#177-D: variable "alsoForgotten" was declared but never referenced'],
      ['host', 'helper.cuh', 7, "'int older(int)' is deprecated: use helper [-Wdeprecated-declarations]"],
      [
        'host',
        'warnings.cu',
        24,
        "comparison of integer expressions of different signedness: 'unsigned int' and 'int' [-Wsign-compare]",
      ],
      [
        'host',
        'warnings.cu',
        24,
        "format '%ld' expects argument of type 'long int', but argument 3 has type 'int' [-Wformat=]",
      ],
      [
        'host',
        'warnings.cu',
        21,
        "'too long for it' directive output truncated writing 15 bytes into a region of size 4 [-Wformat-truncation=]",
      ],
    ]);
  });

  it('keeps the excerpt, and the notes with theirs', () => {
    expect(found[2]?.text).toBe(
      '#177-D: variable "spare" was declared but never referenced\n    int spare;\n        ^',
    );
    expect(found[5]?.text.split('\n').slice(1)).toEqual([
      '    7 | inline int useOlder() { return older(1); }',
      '      |                                ~~~~~^~~',
      'helper.cuh:6:41: note: declared here',
      '    6 | [[deprecated("use helper")]] __host__ __device__ inline int older(int x) { return x; }',
      '      |                                         ^~~~~',
    ]);
  });

  it('is what the schema takes', () => {
    for (const one of found) expect(warning.safeParse(one).error).toBeUndefined();
  });

  it('reads the assembler and the device linker', () => {
    expect(parseDiagnostics(readFixture('separate-compilation.txt'))).toEqual(
      [
        'Value of threads per SM for entry _Z7crowdedPi is out of range. .minnctapersm will be ignored',
        "Local memory used for function '_Z4growi', size of stack frame: 120 bytes",
        "Stack size for entry function '_Z9recursivePi' cannot be statically determined",
      ].map((text) => ({ from: 'assembler', file: null, line: null, text })),
    );
    expect(parseDiagnostics(readFixture('ptxas-warnings.txt'))).toHaveLength(4);
  });

  it('leaves errors out, and names paths as it is told', () => {
    const [only, ...more] = parseDiagnostics(readFixture('old-vote.txt'), (path) => path.split('/').at(-1) ?? '');
    expect(more).toEqual([]);
    expect(only).toMatchObject({ from: 'device', file: 'old-vote.cu', line: 1 });
    expect(only?.text).toContain('\nsm_20_intrinsics.h(300): note #3287-D: because of a "deprecated" attribute\n');
    expect(only?.text).not.toContain('/usr/local');
  });

  it.each([
    ['nvcc warning : Support for offline compilation will be removed', 'unknown', 'Support for offline'],
    ['ptxas /tmp/tmpxft_01_00-6_k.ptx, line 30; warning : odd', 'assembler', 'odd (line 30 of the PTX)'],
    ['ptxas info    : (C7508) Potential Performance Loss: serialized', 'assembler', '(C7508) Potential'],
    ['/usr/bin/ld: warning: k.o: missing .note.GNU-stack section', 'host', 'ld: k.o: missing'],
    ['cc1plus: warning: command-line option is valid for C', 'host', 'cc1plus: command-line'],
  ])('reads %s', (line, from, start) => {
    const [only] = parseDiagnostics(`${line}\n`);
    expect(only).toMatchObject({ from, file: null, line: null });
    expect(only?.text.startsWith(start)).toBe(true);
  });

  it('does not give one warning the lines of another message', () => {
    const text = [
      'a.cu(1): warning #20044-D: extern declaration is treated as static',
      'In file included from b.cu:2:',
      '                 from c.cu:3:',
      'a.cu(2): error: identifier "x" is undefined',
      '    x;',
      '    ^',
    ].join('\n');
    expect(parseDiagnostics(text)).toEqual([
      { from: 'device', file: 'a.cu', line: 1, text: '#20044-D: extern declaration is treated as static' },
    ]);
  });
});
