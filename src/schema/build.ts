import { z } from 'zod';
import { ended } from './outcome.ts';
import { printedText, repoPath, target, valueId } from './primitives.ts';

/** What one kernel uses, as the assembler reports it. */
export const kernelResources = z.strictObject({
  symbol: z.string().min(1).describe('mangled name'),
  demangled: z.string().min(1).nullable(),
  registers: z.int().nonnegative(),
  sharedBytes: z.int().nonnegative().describe('static shared memory'),
  stackBytes: z.int().nonnegative(),
  spillStoreBytes: z.int().nonnegative(),
  spillLoadBytes: z.int().nonnegative(),
  barriers: z.int().nonnegative(),
});
export type KernelResources = z.infer<typeof kernelResources>;

/**
 * A device function that was not inlined, as the assembler reports it: its own frame and spills, which are in no kernel's
 * figures.
 */
export const functionResources = kernelResources.pick({
  symbol: true,
  demangled: true,
  stackBytes: true,
  spillStoreBytes: true,
  spillLoadBytes: true,
});
export type FunctionResources = z.infer<typeof functionResources>;

export const warning = z.strictObject({
  from: z.enum(['host', 'device', 'assembler', 'unknown']),
  text: z.string().min(1),
  file: repoPath.nullable(),
  line: z.int().positive().nullable(),
});
export type Warning = z.infer<typeof warning>;

export const buildResult = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('ok'),
    kernels: z.array(kernelResources),
    functions: z
      .array(functionResources)
      .min(1)
      .optional()
      .describe('functions that kernels call; absent when the assembler names none'),
    warnings: z.array(warning),
    elfFiles: z
      .array(z.string())
      .optional()
      .describe(
        'for a fat binary, whose kernels stand with the build of each target: the names of the ELF files inside, each once. ' +
          'There are more files than names: the device linker leaves one without code beside the program, of the same name',
      ),
  }),
  z.strictObject({ status: z.literal('failed'), ended, said: printedText }),
  z.strictObject({ status: z.literal('unsupported-by-toolchain'), said: printedText }),
  z.strictObject({ status: z.literal('unsupported-by-target'), reason: z.string().min(1) }),
  z.strictObject({ status: z.literal('skipped'), reason: z.string().min(1) }),
]);

/** `device-debug` is nvcc -G: no optimisation of device code, and what the sanitizers know most about. */
export const buildVariant = z.enum(['release', 'device-debug']);

/** One compilation of one program for one target (or several, in a fat binary). */
export const build = z.strictObject({
  id: valueId,
  program: valueId,
  targets: z.array(target).min(1),
  variant: buildVariant,
  command: z.array(z.string()).min(1).describe('argv, with paths relative to the repository'),
  result: buildResult,
  gates: z
    .array(z.enum(['warnings', 'spills']))
    .min(1)
    .optional()
    .describe('what the plan does not allow; absent when it allows everything'),
});
export type Build = z.infer<typeof build>;
export type BuildResult = z.infer<typeof buildResult>;

/** What fails a verification about one build, in words; empty when it did what the plan wants of it. */
export function buildFaults({ id, result, gates = [] }: Pick<Build, 'id' | 'result' | 'gates'>): string[] {
  if (result.status === 'failed') return [`build ${id} failed`];
  if (result.status !== 'ok') return [];
  const warned = result.warnings.length;
  const spilling = [...result.kernels, ...(result.functions ?? [])]
    .filter((one) => one.spillStoreBytes + one.spillLoadBytes > 0)
    .map(({ symbol, demangled }) => demangled ?? symbol);
  return [
    ...(gates.includes('warnings') && warned > 0
      ? [`build ${id} gave ${String(warned)} ${warned === 1 ? 'warning' : 'warnings'}, and its plan allows none`]
      : []),
    ...(gates.includes('spills') && spilling.length > 0
      ? [`build ${id} spills registers, and its plan allows none: ${spilling.join(', ')}`]
      : []),
  ];
}
