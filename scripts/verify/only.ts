import type { Plan, PlannedProgram } from '../../src/schema/plan.ts';
import { targetFor } from './build-lab.ts';
import type { Lab } from './lab.ts';
import { EXIT, Stop } from './stop.ts';

/** What `--only` may name beside the id of one run, sanitizer, transcript, model or profile. */
export const PARTS = ['build', 'run', 'sanitize', 'transcript', 'model', 'profile', 'sass'] as const;

/** The list of the plan that a part is. `build` and `sass` are of programs. */
const LISTS = {
  run: 'runs',
  sanitize: 'sanitizers',
  transcript: 'transcripts',
  model: 'models',
  profile: 'profiles',
} as const;
const KINDS = Object.keys(LISTS) as (keyof typeof LISTS)[];

const isPart = (word: string): boolean => (PARTS as readonly string[]).includes(word);
const idsOf = (plan: Plan): string[] => KINDS.flatMap((kind) => plan[LISTS[kind]].map(({ id }) => id));

/** Whether a part of this lab is asked for. */
export function isAsked({ plan }: Pick<Lab, 'plan'>, words: readonly string[]): boolean {
  const ids = idsOf(plan);
  return words.some(
    (word) =>
      word === 'build' ||
      word === 'sass' ||
      ids.includes(word) ||
      KINDS.some((kind) => kind === word && plan[LISTS[kind]].length > 0),
  );
}

/** Throws Stop for a word that is no part, and no id in any of the labs. */
export function refuseUnknownParts(labs: readonly Lab[], words: readonly string[]): void {
  const ids = new Set(labs.flatMap(({ plan }) => idsOf(plan)));
  const unknown = words.filter((word) => !isPart(word) && !ids.has(word));
  if (unknown.length === 0) return;
  throw new Stop(EXIT.usage, {
    place: { file: labs.length === 1 ? (labs[0]?.planFile ?? 'code') : 'code' },
    cause: `There is no part ${unknown.map((word) => `"${word}"`).join(', ')}.`,
    expected: `one of: ${PARTS.join(', ')}; or the id of one step: ${[...ids].sort().join(', ')}`,
    found: unknown.join(','),
    remedy: 'Name parts as they are listed here, several with commas and no spaces: --only build,sass',
  });
}

/** A program as far as the parts need it: whole to build it, its targets to list them, else what the device runs. */
function programFor(
  program: PlannedProgram,
  words: readonly string[],
  variants: ReadonlySet<string>,
  capability: string | null,
): PlannedProgram {
  if (words.includes('build')) return program;
  const kept = program.variants.filter((variant) => variants.has(variant));
  if (words.includes('sass')) return { ...program, variants: kept, fat: false };
  const own = capability === null ? ['DEVICE_TARGET'] : targetFor(program, capability);
  return { ...program, variants: kept, fat: false, targets: own.length > 0 ? own : program.targets };
}

/**
 * A lab whose plan holds the parts that are asked for, and what they need: the programs that are run, and for a model
 * all runs, for it is held against what they report. `capability` is null where no device was asked.
 */
export function reducedTo(lab: Lab, words: readonly string[], capability: string | null): Lab {
  const { plan } = lab;
  const asked = <One extends { id: string }>(kind: keyof typeof LISTS, list: readonly One[]): One[] =>
    list.filter(({ id }) => words.includes(kind) || words.includes(id));
  const models = asked('model', plan.models);
  const runs = models.length > 0 ? plan.runs : asked('run', plan.runs);
  const sanitizers = asked('sanitize', plan.sanitizers);
  const profiles = asked('profile', plan.profiles);
  const all = words.includes('build') || words.includes('sass');
  const used = new Set([...runs, ...sanitizers, ...profiles, ...models].map(({ program }) => program));
  const inRun = ({ run }: { run: string }): boolean => runs.some(({ id }) => id === run);
  const measurements = plan.measurements.filter(inRun);
  const isMeasured = (wanted: string): boolean => measurements.some(({ id }) => id === wanted);
  const programs = plan.programs
    .filter(({ id }) => all || used.has(id))
    .map((program) => {
      const variants = sanitizers.filter((one) => one.program === program.id).map(({ variant }) => variant);
      return programFor(program, words, new Set(variants), capability);
    });
  return {
    ...lab,
    plan: {
      ...plan,
      programs,
      runs,
      checks: plan.checks.filter(inRun),
      instructionCounts: words.includes('sass') ? plan.instructionCounts : [],
      measurements,
      comparisons: plan.comparisons.filter(({ first, second }) => isMeasured(first) && isMeasured(second)),
      sanitizers,
      profiles,
      transcripts: asked('transcript', plan.transcripts),
      models,
    },
  };
}
