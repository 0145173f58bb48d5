import { parseSassChecks } from '../../src/evidence/sass-checks.ts';
import { sassGates, type CompiledProgram, type SassGate } from '../../src/evidence/sass-gates.ts';
import { problemsOf, Problems, type ProblemDetails } from '../../src/evidence/problem.ts';
import { PATTERN_HOLDS, type Check } from '../../src/schema/check.ts';
import type { InputFile } from '../../src/schema/evidence.ts';
import type { Listing } from '../../src/schema/sass.ts';
import { judgeSassCheck } from '../../src/schema/sass-judge.ts';
import type { BuiltProgram } from './build-program.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';

/** The programs of a lab with the files that its plan names: all that is known before anything is compiled. */
export function plannedPrograms({ plan, folder }: Lab): CompiledProgram[] {
  return plan.programs.map((program) => ({
    ...program,
    files: program.sources.map((file) => `${program.folder ?? folder}/${file}`),
  }));
}

/** The programs of a lab with every file that the compiler read for them. */
export function compiledPrograms({ plan }: Lab, builds: readonly BuiltProgram[]): CompiledProgram[] {
  return plan.programs.map((program) => ({
    ...program,
    files: builds.filter((one) => one.program.id === program.id).flatMap(({ inputs }) => inputs),
  }));
}

/**
 * The checks beside kernels in the sources and headers that belong to the lab. Throws a Problem with file and line, or
 * Problems, for those that cannot be read or are about no kernel or target of the plan.
 */
export async function readSassGates(
  lab: Lab,
  programs: readonly CompiledProgram[],
  inputs: readonly InputFile[],
  effects: Effects,
): Promise<SassGate[]> {
  const own = inputs
    .filter(({ role }) => role === 'source' || role === 'header')
    .map(({ path }) => path)
    .filter((path) => programs.some(({ files }) => files.includes(path)));
  const faults: ProblemDetails[] = [];
  const attempt = <Result>(action: () => Result[]): Result[] => {
    try {
      return action();
    } catch (error) {
      const problems = problemsOf(error);
      if (problems === null) throw error;
      faults.push(...problems);
      return [];
    }
  };
  const texts = await Promise.all(own.map(async (path) => ({ path, bytes: await effects.readFile(path) })));
  const checks = texts.flatMap(({ path, bytes }) =>
    attempt(() => parseSassChecks(bytes === null ? '' : new TextDecoder().decode(bytes), path)),
  );
  const gates = attempt(() => sassGates(checks, programs, lab.planFile));
  if (faults.length > 0) throw new Problems(faults);
  return gates;
}

function resultOf({ items }: SassGate, listing: Listing | undefined): Check['result'] {
  if (listing === undefined) return { status: 'not-reported', reason: 'the machine code could not be listed' };
  const verdict = judgeSassCheck(items, listing);
  const got = verdict.holds ? PATTERN_HOLDS : verdict.fault;
  return { status: 'judged', expected: PATTERN_HOLDS, got, tolerance: 0, holds: verdict.holds };
}

/** The gates of every build that there is. A target that was not built has no machine code to be right or wrong. */
export function judgeSassGates(
  gates: readonly SassGate[],
  builds: readonly BuiltProgram[],
  listings: readonly Listing[],
): Check[] {
  const built = new Set(builds.filter((one) => one.executable !== null).map(({ build }) => build.id));
  return gates
    .filter(({ origin }) => built.has(origin.build))
    .map((gate) => {
      const { id, description, origin } = gate;
      const listing = listings.find(({ build, kernel }) => build === origin.build && kernel === origin.kernel);
      return { id, kind: 'gate', description, origin, result: resultOf(gate, listing) };
    });
}
