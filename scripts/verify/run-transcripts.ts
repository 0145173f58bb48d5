import type { PlannedTranscript } from '../../src/schema/plan.ts';
import type { Run } from '../../src/schema/run.ts';
import type { Effects } from './effects.ts';
import { describeEnd } from './ended.ts';
import type { Lab } from './lab.ts';
import type { Progress } from './progress.ts';
import { environmentOf, withoutPaths } from './run-program.ts';
import { withoutVolatile } from './tools/nvcc.ts';

/** Bytes of each stream that evidence keeps. */
const LIMIT = 16 << 10;

/** A command with what it printed and how it ended. It is a run of no build. */
export interface Transcript {
  run: Run;
  seconds: number;
}

async function runTranscript(planned: PlannedTranscript, effects: Effects): Promise<Transcript> {
  const ran = await effects.exec(planned.command, {
    cwd: effects.root,
    env: planned.environment,
    timeoutSeconds: planned.timeoutSeconds,
    limitBytes: LIMIT,
  });
  const kept = (printed: Run['stdout']): Run['stdout'] =>
    withoutPaths({ ...printed, text: withoutVolatile(printed.text) }, effects);
  const run: Run = {
    id: planned.id,
    build: null,
    command: planned.command,
    ...environmentOf(planned),
    ended: ran.ended,
    required: planned.ends,
    cudaError: null,
    stdout: kept(ran.stdout),
    stderr: kept(ran.stderr),
  };
  return { run, seconds: ran.seconds };
}

/** Runs the commands of a plan that a page quotes, in its order, each with its time limit, from the repository's root. */
export async function transcribeLab(lab: Lab, effects: Effects, progress: Progress): Promise<Transcript[]> {
  const transcripts: Transcript[] = [];
  for (const planned of lab.plan.transcripts) {
    const action = (): Promise<Transcript> => runTranscript(planned, effects);
    transcripts.push(await progress.step(`transcript ${planned.id}`, action, ({ run }) => describeEnd(run.ended)));
  }
  return transcripts;
}
