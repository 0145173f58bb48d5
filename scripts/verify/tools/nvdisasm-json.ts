import { z } from 'zod';
import type { Instruction } from '../../../src/schema/sass.ts';
import { splitPadding } from './disassembled.ts';
import { unreadable } from './unreadable.ts';

/** An instruction without its encoding: the JSON does not hold it. */
export type JsonInstruction = Pick<Instruction, 'at' | 'predicate' | 'opcode' | 'operands'>;

export interface JsonDisassembly {
  /** As `12.8.0`. */
  schemaVersion: string;
  producer: string;
  /** As `sm_90`. The JSON does not tell sm_90a from sm_90. */
  target: string;
  functions: { symbol: string; instructions: JsonInstruction[]; padding: number }[];
}

const version = z.looseObject({ major: z.int(), minor: z.int() });

const metadata = z.looseObject({
  SM: z.looseObject({ version }),
  SchemaVersion: version.extend({ revision: z.int() }),
  Producer: z.string(),
});

const printedFunction = z.looseObject({
  'function-name': z.string().min(1),
  start: z.int().nonnegative(),
  'sass-instructions': z.array(
    z.looseObject({ predicate: z.string().optional(), opcode: z.string(), operands: z.string().default('') }),
  ),
});

/** Later schemas add a third element, the table of source files. */
const printed = z.tuple([metadata, z.array(printedFunction)], z.unknown());

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable('nvdisasm -json', 1, 'one JSON document', text);
  }
}

function functionOf({ start, ...one }: z.infer<typeof printedFunction>): JsonDisassembly['functions'][number] {
  const placed = one['sass-instructions'].map(({ predicate, opcode, operands }, index) => ({
    at: start + 16 * index,
    ...(predicate === undefined || predicate === '' ? {} : { predicate }),
    opcode,
    operands,
  }));
  const { instructions, padding } = splitPadding(placed.filter(({ opcode }) => opcode !== ''));
  return { symbol: one['function-name'], instructions, padding };
}

/**
 * Reads `nvdisasm -json`. Instruction n lies at start + 16·n bytes; an empty opcode is a gap, which counts as a place
 * and is not listed. Throws a Problem for anything that is not such a document.
 */
export function parseNvdisasmJson(text: string): JsonDisassembly {
  const document = printed.safeParse(asJson(text));
  if (!document.success) {
    const [issue] = document.error.issues;
    const where = (issue?.path ?? []).join('.');
    throw unreadable('nvdisasm -json', 1, '[metadata, functions]', `${where || 'document'}: ${issue?.message ?? ''}`);
  }
  const [{ SM, SchemaVersion, Producer }, functions] = document.data;
  return {
    schemaVersion: `${SchemaVersion.major}.${SchemaVersion.minor}.${SchemaVersion.revision}`,
    producer: Producer,
    target: `sm_${SM.version.major}${SM.version.minor}`,
    functions: functions.map(functionOf),
  };
}
