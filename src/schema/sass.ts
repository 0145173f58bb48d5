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

/** Scheduling fields of a Volta or later encoding as one word: an object on each instruction would make files half as large again. */
export const controlWord = z
  .string()
  .regex(
    /^B[0-](1|-)(2|-)(3|-)(4|-)(5|-):R[0-5-]:W[0-5-]:[Y-]:S(0\d|1[0-5])$/,
    'scheduling fields look like B0-----:R-:W1:Y:S04',
  )
  .describe(
    'barriers waited for, read barrier set, write barrier set, Y to yield, cycles of stall, in the notation of maxas and ' +
      'CuAssembler; `.reuse` stands in the operands. Derived from `encoding`; present where the layout of the target is known',
  );

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
  control: controlWord.optional(),
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
export function countOpcode(
  { instructions }: { instructions: readonly Pick<Instruction, 'opcode'>[] },
  wanted: string,
): number {
  return instructions.filter(({ opcode }) => isOpcode(opcode, wanted)).length;
}

/** Listings, or why a target has none. */
export const sass = z.strictObject({
  listings: z.array(listing),
  controlLayouts: z
    .array(z.strictObject({ target, source: z.string().min(1) }))
    .min(1)
    .optional()
    .describe(
      'where the layout that `control` was decoded with is published, by target; absent when nothing was decoded',
    ),
  missing: z.array(z.strictObject({ program: valueId, target, reason: z.string().min(1) })),
});
export type Sass = z.infer<typeof sass>;
