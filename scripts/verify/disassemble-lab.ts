import { controlSource } from '../../src/schema/control.ts';
import type { Listing, Sass } from '../../src/schema/sass.ts';
import type { BuiltProgram } from './build-program.ts';
import { disassemble } from './disassemble.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import { mapLimited, type Progress } from './progress.ts';

/** Lists the machine code of every build, or says why a build has no listing. */
export async function disassembleLab(
  lab: Lab,
  all: readonly BuiltProgram[],
  effects: Effects,
  progress: Progress,
): Promise<Sass> {
  const builds = all.filter(({ form }) => form === 'plain');
  const sass: Sass = { listings: [], missing: [] };
  const done = await mapLimited(
    builds.filter((one) => one.executable !== null),
    effects.parallel,
    async (built) => ({
      built,
      result: await progress.step(
        `disassemble ${built.build.id}`,
        () => disassemble(lab, built, effects),
        (result) => ('missing' in result ? result.missing : `${String(result.listings.length)} kernels`),
      ),
    }),
  );
  for (const { built, result } of done) {
    if ('missing' in result)
      sass.missing.push({ program: built.program.id, target: built.target, reason: result.missing });
    else sass.listings.push(...result.listings);
  }
  for (const { build, target } of builds.filter((one) => one.executable === null)) {
    sass.missing.push({ program: build.program, target, reason: `the build is ${build.result.status}` });
  }
  return sass;
}

/** The listings that the plan wants in the evidence, with where their scheduling fields are known from. */
export function keptOf(lab: Lab, { listings, missing }: Sass): Sass {
  const kept = listings.filter((one) => isKept(lab, one));
  const controlLayouts = [...new Set(kept.map(({ target }) => target))].flatMap((target) => {
    const source = controlSource(target);
    return source === null ? [] : [{ target, source }];
  });
  return { listings: kept, missing, ...(controlLayouts.length === 0 ? {} : { controlLayouts }) };
}

/** Whether the plan wants the machine code of this kernel in the evidence, and not only what is counted in it. */
function isKept(lab: Lab, { program, kernel }: Listing): boolean {
  const planned = lab.plan.programs.find((one) => one.id === program);
  return planned?.kernels.some((one) => one.name === kernel && one.listing) === true;
}
