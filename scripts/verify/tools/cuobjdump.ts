import { splitPadding } from './disassembled.ts';
import type { DisassembledFunction } from './disassembled.ts';
import { InstructionLines } from './instruction-lines.ts';
import { unreadable } from './unreadable.ts';

const IMAGE = /^\s*code for (sm_\w+)\s*$/;
const FUNCTION = /^\s*Function : (\S+)\s*$/;
const FUNCTION_END = /^\s*\.{10}\s*$/;
const DIRECTIVE = /^\s*\.[a-z_]+(?:\s|$)/;

/**
 * Reads what `cuobjdump -sass` prints of a cubin, an object or an executable: the functions of every image in it, in
 * order, each with its target. There are no source places and no mark of kernels. Throws a Problem with the line for
 * code it cannot read.
 */
export function parseCuobjdumpSass(text: string): DisassembledFunction[] {
  const functions: DisassembledFunction[] = [];
  let target: string | null = null;
  let open: { symbol: string; target: string; code: InstructionLines } | null = null;
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const symbol = FUNCTION.exec(line)?.[1];
    if (open === null) {
      target = IMAGE.exec(line)?.[1] ?? target;
      if (symbol !== undefined) {
        if (target === null) throw unreadable('cuobjdump', number, '"code for" an architecture before it', line);
        open = { symbol, target, code: new InstructionLines('cuobjdump') };
      } else if (line.trimStart().startsWith('/*')) {
        throw unreadable('cuobjdump', number, 'a "Function :" line before its instructions', line);
      }
    } else if (FUNCTION_END.test(line)) {
      const { code, ...named } = open;
      functions.push({ ...named, entry: null, places: [], ...splitPadding(code.end(number)) });
      open = null;
    } else if (line.trim() !== '' && !DIRECTIVE.test(line) && !open.code.accept(line, number)) {
      throw unreadable('cuobjdump', number, 'an instruction or the dots that end a function', line);
    }
  }
  if (open !== null) throw unreadable('cuobjdump', lines.length, `the end of ${open.symbol}`, 'the end of the output');
  return functions;
}

/**
 * Reads `cuobjdump -lelf` or what `-xelf` says it extracted: the names of the ELF files inside a fat binary, in order.
 * A name can come twice: an executable holds an image of the device linker's beside the program's, `-xelf` writes both
 * to one file, and the last one stays. A file without device code has none. Throws a Problem for any other line.
 */
export function parseElfList(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const name = /^(?:Extracting )?ELF file\s+\d+: (\S.*?)\s*$/.exec(line)?.[1];
    if (name !== undefined) return [name];
    if (line.trim() === '' || /^cuobjdump info\s*:/.test(line)) return [];
    throw unreadable('cuobjdump', index + 1, 'a line "ELF file 1: name"', line);
  });
}
