import { z } from 'zod';
import { target, valueId } from './primitives.ts';

const lineOfFile = z.strictObject({ file: z.string().min(1), line: z.int().positive() });

/**
 * Where an instruction came from. `inlinedAt` lists the call sites from the innermost to the outermost; it is
 * empty for code written in the kernel itself.
 */
export const place = z.strictObject({
  ...lineOfFile.shape,
  inlinedAt: z.array(lineOfFile),
});
export type Place = z.infer<typeof place>;

/** Scheduling fields of a Volta or later encoding. Derived from `encoding`; present where a decoder knows the target. */
export const controlFields = z.strictObject({
  stall: z.int().min(0).max(15).describe('cycles'),
  yield: z.boolean(),
  writeBarrier: z.int().min(0).max(5).nullable(),
  readBarrier: z.int().min(0).max(5).nullable(),
  waitMask: z.int().min(0).max(63),
  reuse: z.int().min(0).max(15),
});

export const instruction = z.strictObject({
  at: z.int().nonnegative().describe('byte offset from the start of the function'),
  predicate: z.string().min(1).optional().describe('@P0, @!UP1, …'),
  opcode: z.string().min(1).describe('with its modifiers: SHFL.DOWN'),
  operands: z.string(),
  encoding: z
    .string()
    .regex(/^0x([0-9a-f]{2})+$/)
    .describe('whole instruction, most significant byte first'),
  place: z.int().nonnegative().optional().describe('index into `places`; absent when the tool named no line'),
  control: controlFields.optional(),
});
export type Instruction = z.infer<typeof instruction>;

/** What two disassemblers said of the same function, compared instruction by instruction. */
export const crossCheck = z.discriminatedUnion('verdict', [
  z.strictObject({ verdict: z.literal('agree'), tools: z.array(z.string()).length(2), compared: z.int().positive() }),
  z.strictObject({
    verdict: z.literal('differ'),
    tools: z.array(z.string()).length(2),
    compared: z.int().nonnegative(),
    differences: z
      .array(z.strictObject({ at: z.int().nonnegative(), first: z.string(), second: z.string() }))
      .min(1)
      .describe('at most the first twenty'),
  }),
  z.strictObject({ verdict: z.literal('not-compared'), reason: z.string().min(1) }),
]);
export type CrossCheck = z.infer<typeof crossCheck>;

/** The machine code of one kernel for one target. */
export const listing = z
  .strictObject({
    build: valueId.describe('the build whose machine code this is'),
    program: valueId,
    target,
    kernel: z.string().min(1).describe("the kernel's name in the plan"),
    symbol: z.string().min(1).describe('mangled name'),
    demangled: z.string().min(1).nullable(),
    places: z.array(place),
    instructions: z.array(instruction).min(1),
    padding: z.int().nonnegative().describe('NOP instructions after the last one listed'),
    crossCheck,
  })
  .superRefine((value, context) => {
    const beyond = value.instructions.findIndex((one) => one.place !== undefined && one.place >= value.places.length);
    if (beyond !== -1) {
      context.addIssue({
        code: 'custom',
        path: ['instructions', beyond, 'place'],
        message: 'names no entry of places',
      });
    }
  });
export type Listing = z.infer<typeof listing>;

/** Whether an instruction is of an opcode: `SHFL` stands for itself and for every form with modifiers, SHFL.DOWN too. */
export function isOpcode(opcode: string, wanted: string): boolean {
  return opcode === wanted || opcode.startsWith(`${wanted}.`);
}

/** How many instructions of an opcode a listing holds. */
export function countOpcode({ instructions }: Pick<Listing, 'instructions'>, wanted: string): number {
  return instructions.filter(({ opcode }) => isOpcode(opcode, wanted)).length;
}

/** Listings, or why a target has none. */
export const sass = z.strictObject({
  listings: z.array(listing),
  missing: z.array(z.strictObject({ program: valueId, target, reason: z.string().min(1) })),
});
export type Sass = z.infer<typeof sass>;
