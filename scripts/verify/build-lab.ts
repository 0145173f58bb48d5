import type { PlannedProgram } from '../../src/schema/plan.ts';
import { buildProgram, withResult, type BuiltProgram } from './build-program.ts';
import { buildFolder, type WantedBuild } from './compilation.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import { mapLimited, type Progress } from './progress.ts';
import { brokenPlan } from './stop.ts';
import { byPreference, partsOf, runsOn } from './targets.ts';

/** Why a target is not compiled for; null when it is. */
function tooOld({ id, leastTarget }: PlannedProgram, target: string): string | null {
  if (leastTarget === undefined || partsOf(target).version >= partsOf(leastTarget).version) return null;
  return `program "${id}" needs ${leastTarget} or newer, as its plan says`;
}

/** The target of a program that a device of this compute capability runs best; none when it runs none. */
export function targetFor(program: PlannedProgram, capability: string): string[] {
  return program.targets
    .filter((target) => tooOld(program, target) === null && runsOn(target, capability))
    .sort(byPreference)
    .slice(0, 1);
}

/** What a plan builds for one target each: every target as it is run, and the device's own in the further variants. */
export function wantedBuilds(programs: readonly PlannedProgram[], capability: string): WantedBuild[] {
  return programs.flatMap((program): WantedBuild[] => [
    ...program.targets.map((target): WantedBuild => ({ program, form: 'plain', targets: [target] })),
    ...program.variants.flatMap((form) =>
      targetFor(program, capability).map((target): WantedBuild => ({ program, form, targets: [target] })),
    ),
  ]);
}

const FORMS = { plain: '', 'device-debug': ' with -G', fat: ' in one file' } as const;

/** Makes one build, or says why its target is too old. */
export async function makeBuild(
  lab: Lab,
  wanted: WantedBuild,
  listed: readonly string[],
  effects: Effects,
  progress: Progress,
): Promise<BuiltProgram> {
  const { program, form, targets } = wanted;
  const reason = form === 'fat' ? null : tooOld(program, targets[0] ?? '');
  const which = form === 'fat' ? `${String(targets.length)} targets` : targets.join();
  return progress.step(
    `build ${program.id} for ${which}${FORMS[form]}`,
    () =>
      reason === null
        ? buildProgram(lab, wanted, listed, effects)
        : Promise.resolve(withResult(lab, wanted, { status: 'unsupported-by-target', reason })),
    ({ build }) => build.result.status,
  );
}

/** One binary of all targets that a program was built for. */
function wantedFat(lab: Lab, program: PlannedProgram, builds: readonly BuiltProgram[]): WantedBuild | BuiltProgram {
  const targets = builds
    .filter((one) => one.program.id === program.id && one.form === 'plain' && one.executable !== null)
    .map(({ target }) => target);
  if (targets.length > 0) return { program, form: 'fat', targets };
  const wanted: WantedBuild = { program, form: 'fat', targets: program.targets };
  return withResult(lab, wanted, { status: 'skipped', reason: 'the program was built for no target' });
}

/**
 * Builds every program of a lab: for each of its targets, for the device in the variants that the plan names, and into
 * one binary where it says so. `listed` are the architectures that the compiler knows.
 */
export async function buildLab(
  lab: Lab,
  capability: string,
  listed: readonly string[],
  effects: Effects,
  progress: Progress,
): Promise<BuiltProgram[]> {
  await effects.emptyFolder(buildFolder(lab));
  const make = (wanted: WantedBuild): Promise<BuiltProgram> => makeBuild(lab, wanted, listed, effects, progress);
  const builds = await mapLimited(wantedBuilds(lab.plan.programs, capability), effects.parallel, make);
  const fat = lab.plan.programs.filter((one) => one.fat).map((program) => wantedFat(lab, program, builds));
  const more = await mapLimited(fat, effects.parallel, async (one) => ('build' in one ? one : make(one)));
  return [...builds, ...more];
}

/** The build whose machine code a device of this compute capability runs. Throws Stop when there is none. */
export function buildForDevice(
  builds: readonly BuiltProgram[],
  program: string,
  capability: string,
  lab: Lab,
): BuiltProgram {
  const ofProgram = builds.filter((one) => one.build.program === program && one.form === 'plain');
  const [best] = ofProgram
    .filter((one) => one.executable !== null && runsOn(one.target, capability))
    .sort((a, b) => byPreference(a.target, b.target));
  if (best !== undefined) return best;
  throw brokenPlan({
    place: { file: lab.planFile },
    cause: `No build of program "${program}" runs on this device.`,
    expected: `a working build for compute capability ${capability}`,
    found: ofProgram.map((one) => `${one.target}: ${one.build.result.status}`).join(', '),
    remedy: `Add sm_${capability.replace('.', '')} to the program's targets, or mend the build.`,
  });
}
