import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

/** `kind:text` for each token of a line that has a class. */
const classed = (text: string, language: string): string[] =>
  highlight(text, language).flatMap((line) =>
    line.flatMap(({ text: part, className }) => (className === null ? [] : [`${className.slice(6)}:${part.trim()}`])),
  );

test('what CUDA adds to C++ is seen inside functions too', () => {
  const text =
    '__global__ void k(float* x) {\n  x[threadIdx.x] = __shfl_down_sync(kMask, 1.0f, 16);\n}\nk<<<1, 32>>>(p);';
  expect(classed(text, 'cuda')).toEqual(
    expect.arrayContaining([
      'cuda:__global__',
      'type:void',
      'function:k',
      'cuda:threadIdx',
      'cuda:__shfl_down_sync',
      'cuda:<<<',
      'cuda:>>>',
    ]),
  );
});

test('a CUDA word in a comment is a comment', () => {
  expect(classed('// threadIdx is not __global__', 'cuda')).toEqual(['comment:// threadIdx is not __global__']);
});

test('an instruction: predicate, opcode, modifiers, registers, address, constant bank', () => {
  expect(classed('@!P0 SHFL.DOWN PT, R5, R4, 0x10, 0x1f\nLDG.E R2, desc[UR4][R2.64+0x8]\nMOV R1, c[0x0][0x28]', 'sass'))
    .toMatchInlineSnapshot(`
    [
      "predicate:@!P0",
      "opcode:SHFL",
      "modifier:.DOWN",
      "predicate:PT",
      "punctuation:,",
      "register:R5",
      "punctuation:,",
      "register:R4",
      "punctuation:,",
      "number:0x10",
      "punctuation:,",
      "number:0x1f",
      "opcode:LDG",
      "modifier:.E",
      "register:R2",
      "punctuation:,",
      "address:desc[",
      "register:UR4",
      "address:][",
      "register:R2",
      "address:.64+",
      "number:0x8",
      "address:]",
      "opcode:MOV",
      "register:R1",
      "punctuation:,",
      "constant:c[0x0][0x28]",
    ]
  `);
});

test('the tokens of a line give the line again', () => {
  const text = 'int a = 1;\n\n  if (a < 2) { return; }  // so';
  const lines = highlight(text, 'cu').map((line) => line.map((token) => token.text).join(''));
  expect(lines).toEqual(text.split('\n'));
});
