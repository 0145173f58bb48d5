/** One instruction as a disassembler writes it, in parts. */
export interface SassText {
  /** With its at sign: `@P0`, `@!UPT`. */
  predicate?: string;
  /** With its modifiers: `SHFL.DOWN`. */
  opcode: string;
  /** As printed, without the end mark; empty when there are none. */
  operands: string;
}

/** Disassemblers for sm_100 and later append what the control bits say: `&req={0,1} &wr=0x0 ?trans1`. */
const CONTROL_NOTES = /(?:\s+(?:&\w+=(?:\{[^}]*\}|[^\s;]+)|\?\w+))+$/;

const PARTS = /^(?:(@!?U?P(?:T|\d+))\s+)?([A-Z][A-Z0-9_]*(?:\.\w+)*)(?:\s+(\S.*))?$/;

/**
 * Reads the text between an instruction's address and its encoding: `@P0 BRA 0x140 ;`. Braces of paired instructions
 * and notes that repeat the control bits are left out. Null when it is no instruction; one that neither `;` nor `}`
 * ends is none.
 */
export function parseSassText(printed: string): SassText | null {
  const ended = /^(?:\{\s*)?(.*?)\s*[;}][\s;}]*$/.exec(printed.trim());
  const parts = PARTS.exec((ended?.[1] ?? '').replace(CONTROL_NOTES, ''));
  if (parts === null) return null;
  const [, predicate, opcode = '', operands = ''] = parts;
  return { ...(predicate === undefined ? {} : { predicate }), opcode, operands };
}
