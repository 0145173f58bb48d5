import { buildForDevice } from './build-lab.ts';
import type { BuiltProgram } from './build-program.ts';
import type { Effects } from './effects.ts';
import { describeEnd } from './ended.ts';
import type { Lab } from './lab.ts';
import type { Progress } from './progress.ts';
import { runProgram, type RanProgram } from './run-program.ts';

function describeRun({ run, dropped }: RanProgram): string {
  const error = run.cudaError === null ? '' : `, ${run.cudaError.name}`;
  const half = dropped === null ? '' : ', half a report line dropped';
  return `${describeEnd(run.ended)}${error}${half}`;
}

/** Makes every planned run, one after the other: two programs on one device would measure each other. */
export async function runLab(
  lab: Lab,
  builds: readonly BuiltProgram[],
  capability: string,
  effects: Effects,
  progress: Progress,
): Promise<RanProgram[]> {
  const ran: RanProgram[] = [];
  for (const planned of lab.plan.runs) {
    const built = buildForDevice(builds, planned.program, capability, lab);
    ran.push(await progress.step(`run ${planned.id}`, () => runProgram(lab, planned, built, effects), describeRun));
  }
  return ran;
}
