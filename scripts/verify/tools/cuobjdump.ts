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

/** What `cuobjdump -res-usage` says of one image. Values by the tool's own keys: REG and SAMPLER count, STACK and SHARED are bytes. */
export interface ResourceUsage {
  /** Null for a bare cubin, whose output does not name it. */
  target: string | null;
  /** What all functions share, as GLOBAL and CONSTANT[3]. */
  common: Record<string, number>;
  functions: { symbol: string; usage: Record<string, number> }[];
}

const USAGE_HEADING = /^Resource usage:\s*$/;
const ARCHITECTURE = /^arch = (sm_\w+)\s*$/;
const USAGE_OF = /^ (?:Function (\S+)|Common):\s*$/;

function parseUsage(line: string, number: number): Record<string, number> {
  const pairs = line
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [, key, value] = /^([A-Z]+(?:\[\d+\])?):(\d+)$/.exec(pair) ?? [];
      if (key === undefined) throw unreadable('cuobjdump', number, 'KEY:number pairs', line);
      return [key, Number(value)] as const;
    });
  return Object.fromEntries(pairs);
}

/** Reads `cuobjdump -res-usage`, whatever keys it prints. Throws a Problem for a line that is no usage. */
export function parseResourceUsage(text: string): ResourceUsage[] {
  const images: ResourceUsage[] = [];
  let target: string | null = null;
  let record: ((usage: Record<string, number>) => void) | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const heading = USAGE_OF.exec(line);
    const image = images.at(-1);
    if (ARCHITECTURE.test(line)) target = ARCHITECTURE.exec(line)?.[1] ?? null;
    else if (USAGE_HEADING.test(line)) images.push({ target, common: {}, functions: [] });
    else if (heading !== null && image !== undefined) {
      const symbol = heading[1];
      record = (usage) => {
        if (symbol === undefined) image.common = usage;
        else image.functions.push({ symbol, usage });
      };
    } else if (record !== null && line.startsWith('  ')) {
      record(parseUsage(line, index + 1));
      record = null;
    } else if (record !== null) throw unreadable('cuobjdump', index + 1, 'the usage under its heading', line);
  }
  return images;
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
