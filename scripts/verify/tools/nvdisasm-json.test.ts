import { describe, expect, it } from 'vitest';
import { parseNvdisasmJson } from './nvdisasm-json.ts';
import { readFixture } from './read-fixture.ts';

const document = (functions: unknown[], ...more: unknown[]): string =>
  JSON.stringify([
    {
      SM: { version: { major: 9, minor: 0 } },
      SchemaVersion: { major: 13, minor: 4, revision: 0 },
      Producer: 'nvdisasm',
    },
    functions,
    ...more,
  ]);

describe('parseNvdisasmJson', () => {
  it('reads the recorded document', () => {
    const read = parseNvdisasmJson(readFixture('nvdisasm.json'));
    expect(read).toMatchObject({ schemaVersion: '12.8.0', target: 'sm_90' });
    expect(read.producer).toMatch(/^nvdisasm V13\.0\.85 /);
    expect(read.functions.map(({ symbol, instructions, padding }) => [symbol, instructions.length, padding])).toEqual([
      ['_Z3clkPx', 12, 12],
      ['_Z5rightPKfPfi', 38, 10],
      ['_Z6brokenPKfPfPji', 40, 8],
    ]);
    expect(read.functions[1]?.instructions[14]).toEqual({
      at: 0xe0,
      predicate: '@P0',
      opcode: 'BRA',
      operands: '0x140',
    });
  });

  it('counts a gap and starts where the function does', () => {
    const instructions = [{ opcode: 'MOV', operands: 'R0,R1' }, { opcode: '' }, { opcode: 'EXIT' }, { opcode: 'NOP' }];
    const text = document([{ 'function-name': 'k', start: 256, length: 64, 'sass-instructions': instructions }]);
    expect(parseNvdisasmJson(text).functions).toEqual([
      {
        symbol: 'k',
        instructions: [
          { at: 256, opcode: 'MOV', operands: 'R0,R1' },
          { at: 288, opcode: 'EXIT', operands: '' },
        ],
        padding: 1,
      },
    ]);
  });

  it('lets a later schema add a table of files', () => {
    expect(parseNvdisasmJson(document([], { files: [] })).functions).toEqual([]);
  });

  it.each([
    ['nvdisasm fatal: no such file', /one JSON document/],
    ['[]', /\[metadata, functions\]/],
    [document([{ 'function-name': 'k', start: 0, 'sass-instructions': [{}] }]), /1\.0\.sass-instructions\.0\.opcode/],
  ])('refuses %s', (text, message) => {
    expect(() => parseNvdisasmJson(text)).toThrow(message);
  });
});
