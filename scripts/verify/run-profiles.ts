import type { PlannedProfile } from '../../src/schema/plan.ts';
import type { Profile } from '../../src/schema/profile.ts';
import type { Run } from '../../src/schema/run.ts';
import { buildForDevice } from './build-lab.ts';
import type { BuiltProgram } from './build-program.ts';
import { buildFolder } from './compilation.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import { withoutMachine } from './paths.ts';
import type { Progress } from './progress.ts';
import { withoutPaths } from './run-program.ts';
import { ncuCommand, readNcu } from './tools/ncu.ts';

/** Bytes of each stream of a profiled program that evidence keeps. */
const LIMIT = 16 << 10;

/** Counters of a kernel, and the run under the profiler that they came from. Both have the id of the plan. */
export interface Profiled {
  profile: Profile;
  run: Run;
  seconds: number;
}

async function runProfile(lab: Lab, planned: PlannedProfile, built: BuiltProgram, effects: Effects): Promise<Profiled> {
  const { id, kernel, skipLaunches, metrics } = planned;
  if (built.executable === null) throw new TypeError(`build ${built.build.id} has no executable to profile`);
  const files = `${buildFolder(lab)}/${id.replace(/\//g, '-')}`;
  const logFile = `${files}.ncu.csv`;
  await effects.writeFile(`${files}.ncu.report`, '');
  await effects.removeFile(logFile);
  const executable = built.executable;
  const command = ncuCommand({ kernel, skipLaunches, metrics, executable, args: planned.arguments, logFile });
  const ran = await effects.exec(command, {
    cwd: effects.root,
    env: { LOCKSTEP_REPORT: `${effects.root}/${files}.ncu.report` },
    timeoutSeconds: planned.timeoutSeconds,
    limitBytes: LIMIT,
  });
  const log = await effects.readFile(logFile);
  // A profiler that cannot write its file says so on its own streams.
  const text = log === null ? `${ran.stdout.text}${ran.stderr.text}` : new TextDecoder().decode(log);
  const read: Profile['result'] =
    ran.ended.kind === 'not-started'
      ? { status: 'unavailable', said: ran.ended.reason }
      : readNcu(text, metrics, { file: lab.planFile });
  return {
    profile: {
      id,
      run: id,
      kernel,
      result: read.status === 'read' ? read : { ...read, said: withoutMachine(read.said, effects) },
    },
    run: {
      id,
      build: built.build.id,
      command,
      ended: ran.ended,
      required: null,
      cudaError: null,
      stdout: withoutPaths(ran.stdout, effects),
      stderr: withoutPaths(ran.stderr, effects),
    },
    seconds: ran.seconds,
  };
}

function describeProfiled({ profile: { result } }: Profiled): string {
  return result.status === 'read' ? `${String(result.metrics.length)} metrics` : `${result.status}: ${result.said}`;
}

/** Reads the counters that a plan asks for, one kernel after the other. Throws a Problem for a metric that is none. */
export async function profileLab(
  lab: Lab,
  builds: readonly BuiltProgram[],
  capability: string,
  effects: Effects,
  progress: Progress,
): Promise<Profiled[]> {
  const profiled: Profiled[] = [];
  for (const planned of lab.plan.profiles) {
    const built = buildForDevice(builds, planned.program, capability, lab);
    const action = (): Promise<Profiled> => runProfile(lab, planned, built, effects);
    profiled.push(await progress.step(`profile ${planned.id}`, action, describeProfiled));
  }
  return profiled;
}
