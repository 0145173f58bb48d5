import { buildFolder, buildProgram, type BuiltProgram } from './build-program.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import { mapLimited, type Progress } from './progress.ts';
import { brokenPlan } from './stop.ts';
import { byPreference, runsOn } from './targets.ts';

/** Builds every program of a lab for each of its targets. `listed` are the architectures that the compiler knows. */
export async function buildLab(
  lab: Lab,
  listed: readonly string[],
  effects: Effects,
  progress: Progress,
): Promise<BuiltProgram[]> {
  await effects.emptyFolder(buildFolder(lab));
  const wanted = lab.plan.programs.flatMap((program) => program.targets.map((target) => ({ program, target })));
  return mapLimited(wanted, effects.parallel, ({ program, target }) =>
    progress.step(
      `build ${program.id} for ${target}`,
      () => buildProgram(lab, program, target, listed, effects),
      ({ build }) => build.result.status,
    ),
  );
}

/** The build whose machine code a device of this compute capability runs. Throws Stop when there is none. */
export function buildForDevice(
  builds: readonly BuiltProgram[],
  program: string,
  capability: string,
  lab: Lab,
): BuiltProgram {
  const ofProgram = builds.filter((one) => one.build.program === program);
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
