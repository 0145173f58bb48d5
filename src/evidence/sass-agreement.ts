import type { SassPatternOrigin } from '../schema/check.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { Plan, PlannedProgram } from '../schema/plan.ts';
import type { Disagreement } from './agreement.ts';
import { isFor, parseSassChecks, type SassCheck } from './sass-checks.ts';
import { gateOf, namesKernel } from './sass-gates.ts';

type Held = Evidence['checks'][number] & { origin: SassPatternOrigin; index: number };

const FACTS = ['build', 'kernel', 'target', 'file', 'line', 'text'] as const;

/** What evidence says of checks beside kernels, and of what they depend on. */
type Holding = Pick<Evidence, 'lab' | 'inputs' | 'builds' | 'checks'>;

const heldBy = ({ checks }: Holding): Held[] =>
  checks.flatMap((one, index) => (one.origin.kind === 'sass-pattern' ? [{ ...one, origin: one.origin, index }] : []));

/** Whether the evidence holds this check of a source for a program and target. */
function isGateOf({ id, description, origin }: Held, check: SassCheck, program: string, target: string): boolean {
  const number = id.split('/').at(-2) ?? '';
  const wanted = gateOf(program, check, target, number);
  return (
    /^[1-9]\d*$/.test(number) &&
    id === wanted.id &&
    description === wanted.description &&
    FACTS.every((name) => origin[name] === wanted.origin[name])
  );
}

/** Sources and headers that programs are compiled from; those of a model are no machine code. */
function compiledFiles({ programs, models }: Plan, { lab, inputs }: Holding): string[] {
  const folder = `code/${lab}`;
  const compiled = programs.flatMap((one) => one.sources.map((file) => `${one.folder ?? folder}/${file}`));
  const modelled = models
    .filter(({ program }) => program === undefined)
    .flatMap(({ sources }) => sources.map((file) => `${folder}/${file}`));
  return inputs
    .filter(({ role }) => role === 'source' || role === 'header')
    .map(({ path }) => path)
    .filter((path) => compiled.includes(path) || !modelled.includes(path));
}

/** The targets that a program was built for one by one. */
const builtFor = ({ builds }: Holding, { id, targets }: PlannedProgram): string[] =>
  targets.filter((target) =>
    builds.some((one) => one.id === `${id}/${target}` && one.program === id && one.result.status === 'ok'),
  );

/**
 * The programs that a check must be held against. Which of them a header is compiled into is not in the evidence: there
 * those count for which the evidence holds the check for some target, and all of them when there is none.
 */
function programsOf(check: SassCheck, { programs }: Plan, evidence: Holding, held: readonly Held[]): PlannedProgram[] {
  const folder = `code/${evidence.lab}`;
  const isSource = (one: PlannedProgram): boolean =>
    one.sources.some((file) => `${one.folder ?? folder}/${file}` === check.file);
  const naming = programs.filter((one) => namesKernel(one, check));
  if (programs.some(isSource)) return naming.filter(isSource);
  const holding = naming.filter(({ id, targets }) =>
    targets.some((target) => held.some((one) => isGateOf(one, check, id, target))),
  );
  return holding.length > 0 ? holding : naming;
}

/**
 * Where evidence and the checks beside kernels differ: one that the evidence leaves out for a target that was built, and
 * one that stands in no source. `texts` are the sources and headers that are still as the evidence was made with them,
 * by path. Throws a Problem for a check that cannot be read.
 */
export function sassDisagreements(plan: Plan, evidence: Holding, texts: ReadonlyMap<string, string>): Disagreement[] {
  const held = heldBy(evidence);
  const own = compiledFiles(plan, evidence);
  const written = own.flatMap((path) => parseSassChecks(texts.get(path) ?? '', path));
  const wanted = written.flatMap((check) =>
    programsOf(check, plan, evidence, held).flatMap((program) =>
      builtFor(evidence, program)
        .filter((target) => isFor(check, target))
        .map((target) => ({ check, program: program.id, target })),
    ),
  );
  const leftOut = wanted
    .filter(({ check, program, target }) => !held.some((one) => isGateOf(one, check, program, target)))
    .map(({ check: { file, line, kernel, text }, program, target }) => ({
      path: ['checks'],
      cause: `The evidence leaves out a check beside the kernel "${kernel}": ${file}:${String(line)}.`,
      expected: `${text}, of program "${program}" for ${target}`,
      found: 'no such check',
    }));
  const made = held
    .filter(({ origin: { file } }) => texts.has(file) || !own.includes(file))
    .filter((one) => !wanted.some(({ check, program, target }) => isGateOf(one, check, program, target)))
    .map(({ index, id, origin }) => ({
      path: ['checks', index],
      cause: `The evidence holds a check that stands beside no kernel: "${id}".`,
      expected: `the line in ${origin.file}`,
      found: `${origin.text}, said to be in line ${String(origin.line)}`,
    }));
  return [...leftOut, ...made];
}
