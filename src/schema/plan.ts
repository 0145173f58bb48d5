import { z } from 'zod';
import { comparisonGate, movedBytes } from './measurement.ts';
import { requiredEnding } from './outcome.ts';
import { buildVariant } from './build.ts';
import { labName, repoPath, target, unit, valueId } from './primitives.ts';
import { sanitizerExpectation, sanitizerTool } from './sanitizer.ts';

export const PLAN_FORMAT = 1;

/** How the id of a check begins that stands beside a kernel in its source, and in no plan. */
export const SASS_CHECKS = 'sass/';

const fileName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/, 'a path inside the lab');

export const plannedKernel = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z_]\w*$/)
    .describe('as written after __global__ void'),
  symbol: z
    .string()
    .min(1)
    .optional()
    .describe('mangled name, where several functions have that name: instances of a template'),
  listing: z
    .boolean()
    .default(true)
    .describe('keep its machine code in the evidence; instructions are counted either way'),
});

const onFinding = z.enum(['record', 'fail']);
export type PlannedKernel = z.infer<typeof plannedKernel>;

export const plannedProgram = z.strictObject({
  id: valueId,
  sources: z.array(fileName).min(1),
  flags: z.array(z.string().min(1)).describe('compiler flags; the target is added for each build'),
  targets: z.array(target).min(1),
  kernels: z.array(plannedKernel),
  folder: repoPath.optional().describe('where the sources lie, when that is not the folder of the lab'),
  leastTarget: target.optional().describe('older targets are recorded as unsupported and not compiled'),
  fat: z.boolean().default(false).describe('also build all targets into one binary and list what is in it'),
  variants: z
    .array(buildVariant.exclude(['release']))
    .default([])
    .describe('further builds, for the device debugger and the sanitizers'),
  gates: z
    .strictObject({ warnings: onFinding.default('record'), spills: onFinding.default('record') })
    .default({ warnings: 'record', spills: 'record' })
    .describe('what a warning or a spill does to the verdict'),
});
export type PlannedProgram = z.infer<typeof plannedProgram>;

export const plannedRun = z.strictObject({
  id: valueId,
  program: valueId,
  arguments: z.array(z.string()).default([]),
  environment: z.record(z.string().regex(/^[A-Z_][A-Z0-9_]*$/), z.string()).default({}),
  timeoutSeconds: z.number().positive().max(600),
  ends: requiredEnding.nullable().describe('how it must end; null when any ending is only recorded'),
});
export type PlannedRun = z.infer<typeof plannedRun>;

/** A check that a program reports under this id while it runs. */
export const plannedCheck = z.strictObject({
  id: valueId,
  run: valueId,
  kind: z.enum(['gate', 'observation']),
  description: z.string().min(1),
});

/** How often an opcode must stand in a kernel's machine code, for every target it was built for. */
export const plannedInstructionCount = z.strictObject({
  id: valueId,
  program: valueId,
  kernel: z.string().min(1),
  opcode: z.string().min(1).describe('with its modifiers, or a prefix of them: SHFL matches SHFL.DOWN'),
  expected: z.int().nonnegative(),
  kind: z.enum(['gate', 'observation']),
  description: z.string().min(1),
});
export type PlannedInstructionCount = z.infer<typeof plannedInstructionCount>;

export const plannedMeasurement = z.strictObject({
  id: valueId,
  run: valueId,
  unit,
  bytes: movedBytes.optional(),
  description: z.string().min(1),
});
export type PlannedMeasurement = z.infer<typeof plannedMeasurement>;

/** Two measurements of one run, whose samples the program takes in turn. */
export const plannedComparison = z.strictObject({
  id: valueId,
  first: valueId,
  second: valueId,
  description: z.string().min(1),
  gate: comparisonGate.optional().describe('what the comparison must come to; left out, it is only recorded'),
});

/** One sanitizer over one execution of a program. */
export const plannedSanitizer = z.strictObject({
  id: valueId,
  tool: sanitizerTool,
  program: valueId,
  variant: buildVariant.default('release'),
  arguments: z.array(z.string()).default([]),
  options: z.array(z.string()).default([]).describe('further options of the sanitizer'),
  timeoutSeconds: z.number().positive().max(600).default(120),
  expected: sanitizerExpectation,
  description: z.string().min(1),
});
export type PlannedSanitizer = z.infer<typeof plannedSanitizer>;

/** Hardware counters of one kernel in one execution of a program. */
export const plannedProfile = z.strictObject({
  id: valueId,
  program: valueId,
  arguments: z.array(z.string()).default([]),
  kernel: z.string().min(1),
  skipLaunches: z
    .int()
    .positive()
    .optional()
    .describe('launches of the kernel before the one that is profiled; left out, the first is'),
  metrics: z.array(z.string().min(1)).min(1),
  timeoutSeconds: z.number().positive().max(600).default(120),
});
export type PlannedProfile = z.infer<typeof plannedProfile>;

/** A command whose output and ending are recorded, for a page to quote. */
export const plannedTranscript = z.strictObject({
  id: valueId,
  command: z.array(z.string().min(1)).min(1),
  environment: z.record(z.string().regex(/^[A-Z_][A-Z0-9_]*$/), z.string()).default({}),
  timeoutSeconds: z.number().positive().max(600).default(60),
  ends: requiredEnding.nullable(),
});
export type PlannedTranscript = z.infer<typeof plannedTranscript>;

/**
 * A program that computes recorded vectors in software: a command, or a program of the plan as it is built for the
 * device. It reports them under the same ids as the hardware did.
 */
export const plannedModel = z
  .strictObject({
    id: valueId,
    name: z.string().min(1),
    command: z.array(z.string().min(1)).min(1).optional(),
    program: valueId.optional(),
    arguments: z.array(z.string()).default([]).describe('of the program'),
    sources: z.array(fileName).min(1).describe('files of the lab that the model is made of'),
    vectors: z.array(valueId).min(1),
    timeoutSeconds: z.number().positive().max(600).default(120),
  })
  .refine(({ command, program }) => (command === undefined) !== (program === undefined), {
    path: ['command'],
    error: 'a model has either a command or a program',
  })
  .refine(({ command, arguments: args }) => command === undefined || args.length === 0, {
    path: ['arguments'],
    error: 'arguments are of a program; a command holds its own',
  });
export type PlannedModel = z.infer<typeof plannedModel>;

/** What a lab builds, runs, measures, disassembles and requires. */
export const plan = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.strictObject({ name: z.literal('lockstep-plan'), version: z.literal(PLAN_FORMAT) }),
    title: z.string().min(1),
    device: z.enum(['gpu', 'cpu']),
    programs: z.array(plannedProgram).min(1),
    data: z.array(fileName).default([]).describe('files that the programs read, beside their sources'),
    runs: z.array(plannedRun),
    checks: z.array(plannedCheck),
    instructionCounts: z.array(plannedInstructionCount),
    measurements: z.array(plannedMeasurement),
    comparisons: z.array(plannedComparison),
    controls: labName.optional().describe('the lab whose findings show that the sanitizers can fire'),
    sanitizers: z.array(plannedSanitizer).default([]),
    profiles: z.array(plannedProfile).default([]),
    transcripts: z.array(plannedTranscript).default([]),
    models: z.array(plannedModel).default([]),
  })
  .superRefine((value, context) => {
    const complain = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: 'custom', path, message });
    };
    const programs = new Map(value.programs.map((one) => [one.id, one]));
    const runs = new Set(value.runs.map((one) => one.id));
    const endings = new Map(value.runs.map((one) => [one.id, one.ends]));
    const measurements = new Map(value.measurements.map((one) => [one.id, one]));

    // What is executed and recorded as a run has one namespace.
    const namespaces = [
      ...(
        ['programs', 'checks', 'instructionCounts', 'measurements', 'comparisons', 'sanitizers', 'models'] as const
      ).map((list) => [list] as const),
      ['runs', 'transcripts', 'profiles'] as const,
    ];
    for (const list of ['checks', 'instructionCounts'] as const) {
      value[list].forEach(({ id }, index) => {
        if (id.startsWith(SASS_CHECKS))
          complain([list, index, 'id'], `"${SASS_CHECKS}" begins ids of checks in sources`);
      });
    }
    for (const lists of namespaces) {
      const seen = new Set<string>();
      for (const list of lists) {
        value[list].forEach((one, index) => {
          if (seen.has(one.id)) complain([list, index, 'id'], `"${one.id}" is there twice`);
          seen.add(one.id);
        });
      }
    }
    value.programs.forEach((one, index) => {
      if (value.device === 'gpu' && one.targets.some((name) => !/^sm_\d+[a-z]?$/.test(name))) {
        complain(['programs', index, 'targets'], 'the target of a GPU looks like sm_90');
      }
    });
    for (const list of ['runs', 'sanitizers', 'profiles'] as const) {
      value[list].forEach((one, index) => {
        if (!programs.has(one.program)) complain([list, index, 'program'], `no program "${one.program}"`);
      });
    }
    value.models.forEach(({ program }, index) => {
      if (program !== undefined && !programs.has(program))
        complain(['models', index, 'program'], `no program "${program}"`);
    });
    value.sanitizers.forEach(({ program, variant }, index) => {
      const variants = programs.get(program)?.variants ?? [];
      if (variant !== 'release' && !variants.includes(variant)) {
        complain(['sanitizers', index, 'variant'], `program "${program}" has no variant "${variant}"`);
      }
    });
    for (const list of ['checks', 'measurements'] as const) {
      value[list].forEach((one, index) => {
        if (!runs.has(one.run)) complain([list, index, 'run'], `no run "${one.run}"`);
      });
    }
    value.instructionCounts.forEach((one, index) => {
      const program = programs.get(one.program);
      if (program === undefined) complain(['instructionCounts', index, 'program'], `no program "${one.program}"`);
      else if (!program.kernels.some((kernel) => kernel.name === one.kernel)) {
        complain(['instructionCounts', index, 'kernel'], `program "${one.program}" names no kernel "${one.kernel}"`);
      }
    });
    value.comparisons.forEach((one, index) => {
      const first = measurements.get(one.first);
      const second = measurements.get(one.second);
      if (first === undefined) complain(['comparisons', index, 'first'], `no measurement "${one.first}"`);
      if (second === undefined) complain(['comparisons', index, 'second'], `no measurement "${one.second}"`);
      if (first && second && (first.unit !== second.unit || first.run !== second.run)) {
        complain(['comparisons', index], 'compares two measurements of different units or runs');
      }
      // A run that may end in any way may leave its measurements out, and the gate would hold for want of them.
      if (one.gate !== undefined && endings.get(first?.run ?? '') === null) {
        complain(
          ['comparisons', index, 'gate'],
          `is a gate on run "${first?.run ?? ''}", of which no ending is required`,
        );
      }
    });
  });
export type Plan = z.infer<typeof plan>;
