/**
 * The scheduling fields that the compiler writes into each 128-bit instruction. NVIDIA documents none of this; the
 * layout is what others found out. Tests hold it against what the compiler and its disassemblers wrote: every register that
 * a load sets is waited for before its use (`src/evidence/control-waits.ts`), and reuse bits stand where `.reuse` is printed.
 *
 *     bits 105-108  stall          cycles before this warp's next instruction may issue
 *     bit  109      yield          0 asks the scheduler to turn to another warp, 1 to stay
 *     bits 110-112  write barrier  counted down when the result is written; 7 is none
 *     bits 113-115  read barrier   counted down when the operands have been read; 7 is none
 *     bits 116-121  wait mask      the barriers, 0 to 5, that must be clear before it issues
 *     bits 122-125  reuse          operand slots whose value is kept, the first operand lowest
 */
import type { Instruction } from './sass.ts';

export interface ControlFields {
  /** Cycles. */
  stall: number;
  yield: boolean;
  writeBarrier: number | null;
  readBarrier: number | null;
  waitMask: number;
  reuse: number;
}

const VOLTA = 'Jia, Maggioni, Staiger, Scarpazza 2018, arXiv:1804.06826, section 2.1';
const TURING = 'Jia, Maggioni, Smith, Scarpazza 2019, arXiv:1903.07486';
const AMPERE = 'CuAssembler, github.com/cloudcores/CuAssembler, CuAsm/CuControlCode.py and CuSMVersion.py';
const SAME_AS_BEFORE = `${AMPERE}, which ends at sm_86; the same layout held against recorded listings`;
const CONSUMER_BLACKWELL = 'basalt, github.com/sunnypatell/basalt, docs/METHOD.md section 3';

/** The public source of the layout, by target. A target that is not here has none that we know. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ['sm_70', VOLTA],
  ['sm_72', VOLTA],
  ['sm_75', TURING],
  ['sm_80', AMPERE],
  ['sm_86', AMPERE],
  ['sm_87', SAME_AS_BEFORE],
  ['sm_88', SAME_AS_BEFORE],
  ['sm_89', SAME_AS_BEFORE],
  ['sm_90', SAME_AS_BEFORE],
  ['sm_120', CONSUMER_BLACKWELL],
]);

/** Where the layout for a target is published, `sm_90a` as `sm_90`; null when nobody published one. */
export function controlSource(target: string): string | null {
  return SOURCES.get(target.replace(/[a-z]$/, '')) ?? null;
}

const WIDTH = 32;
const NONE = 7;

/** The number in `bits` bits from bit `low` up. */
const field = (encoding: bigint, low: number, bits: number): number =>
  Number((encoding >> BigInt(low)) & ((1n << BigInt(bits)) - 1n));

/** A barrier by number; null for none. 6 is no barrier at all. */
function barrier(value: number): number | null | undefined {
  if (value === NONE) return null;
  return value <= 5 ? value : undefined;
}

/**
 * The scheduling fields of one instruction, whose encoding is whole and begins with its most significant byte. Null for
 * a target whose layout is not published, and for bits that the layout has no meaning for. On some opcodes, as branches
 * and texture reads, the reuse bits may serve as operands.
 */
export function decodeControl(target: string, encoding: string): ControlFields | null {
  const digits = /^0x([0-9a-f]+)$/.exec(encoding)?.[1];
  if (controlSource(target) === null || digits?.length !== WIDTH) return null;
  const whole = BigInt(encoding);
  const writeBarrier = barrier(field(whole, 110, 3));
  const readBarrier = barrier(field(whole, 113, 3));
  if (writeBarrier === undefined || readBarrier === undefined || field(whole, 126, 2) !== 0) return null;
  return {
    stall: field(whole, 105, 4),
    yield: field(whole, 109, 1) === 0,
    writeBarrier,
    readBarrier,
    waitMask: field(whole, 116, 6),
    reuse: field(whole, 122, 4),
  };
}

/**
 * The fields in the notation of maxas and CuAssembler: `B01----:R-:W2:Y:S04` waits for barriers 0 and 1, sets no read
 * barrier and write barrier 2, yields and stalls 4 cycles. Reuse is left to the operands, where `.reuse` is printed.
 */
export function controlText({ stall, yield: yields, writeBarrier, readBarrier, waitMask }: ControlFields): string {
  const waits = [0, 1, 2, 3, 4, 5].map((one) => ((waitMask >> one) & 1 ? String(one) : '-')).join('');
  const fields = [`B${waits}`, `R${readBarrier ?? '-'}`, `W${writeBarrier ?? '-'}`, yields ? 'Y' : '-'];
  return [...fields, `S${String(stall).padStart(2, '0')}`].join(':');
}

/** The text of an instruction's scheduling fields; undefined where nobody can read them. */
export function controlOf(target: string, { encoding }: Pick<Instruction, 'encoding'>): string | undefined {
  const control = decodeControl(target, encoding);
  return control === null ? undefined : controlText(control);
}

/** The same instructions with their scheduling fields, where the layout of the target is known. */
export function withControl(target: string, instructions: readonly Instruction[]): Instruction[] {
  return instructions.map((instruction) => {
    const control = controlOf(target, instruction);
    return control === undefined ? { ...instruction } : { ...instruction, control };
  });
}
