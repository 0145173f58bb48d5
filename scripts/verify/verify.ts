import { describeProblem, describeProblems, problemsOf } from '../../src/evidence/problem.ts';
import { printCommands } from './dry-run.ts';
import type { Effects } from './effects.ts';
import { labNames, readLab, type Lab } from './lab.ts';
import { EXIT, noLabs, Stop } from './stop.ts';
import { beginSession } from './session.ts';
import { exitOf, printJson, printOutcomes, type Outcome } from './summary.ts';
import { verifyLab, type ToolIdentity } from './verify-lab.ts';

export interface VerifyOptions {
  /** Labs to verify; all of them when there is none. */
  labs: readonly string[];
  /** Only print the names of the labs. */
  list: boolean;
  /** Verify also labs that have not changed since their evidence. */
  force?: boolean;
  /** Only print the commands. */
  dryRun?: boolean;
  /** Print a summary in JSON as the last line. */
  json?: boolean;
}

/** The tool, and when this run of it began: ISO time to the millisecond. */
export type Identity = ToolIdentity & { session: string };

const LOCK = 'build/verify/.lock';

function busy(pid: number): Stop {
  return new Stop(EXIT.busy, {
    place: { file: LOCK },
    cause: 'Another verification runs here, and two would delete each other’s programs and measure each other.',
    expected: 'one verification at a time',
    found: `process ${String(pid)}`,
    remedy: `Wait for it to end. If process ${String(pid)} is something else, delete ${LOCK}.`,
  });
}

/** Why an error leaves a lab without evidence; null for an error that is no one's but this tool's. */
function failureOf(error: unknown): { exit: number; text: string; endsAll: boolean } | null {
  const problems = problemsOf(error);
  if (problems === null) return null;
  if (!(error instanceof Stop)) {
    return { exit: EXIT.brokenPlanOrToolchain, text: describeProblems(problems), endsAll: false };
  }
  return { exit: error.exit, text: describeProblem(error), endsAll: error.scope === 'everything' };
}

/** What a killed verification left beside evidence that it was about to replace. */
async function sweep({ folder }: Pick<Lab, 'folder'>, effects: Effects): Promise<void> {
  const names = await effects.listFolder(`${folder}/evidence`);
  for (const name of names.filter((one) => one.endsWith('.tmp'))) {
    await effects.removeFile(`${folder}/evidence/${name}`);
  }
}

/** Verifies labs one after the other. What one of them lacks does not keep the others from being tried. */
async function verifyEach(
  names: readonly string[],
  { force = false, dryRun = false, json = false }: VerifyOptions,
  tool: Identity,
  effects: Effects,
): Promise<number> {
  const session = beginSession(tool.session);
  const outcomes: Outcome[] = [];
  const untried = [...names];
  // All plans first: a typing mistake in the last name should not cost the run of the others.
  const labs = new Map<string, Lab>();
  const attempt = async (name: string, action: () => Promise<void>): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (error) {
      const failed = failureOf(error);
      if (failed === null) throw error;
      const { endsAll, ...why } = failed;
      outcomes.push({ lab: name, ...why });
      untried.splice(untried.indexOf(name), 1);
      return !endsAll;
    }
  };
  try {
    for (const name of names) {
      const goOn = await attempt(name, async () => {
        labs.set(name, await readLab(name, effects));
      });
      if (!goOn) return Math.max(...outcomes.map(exitOf));
    }
    if (dryRun) {
      for (const lab of labs.values()) printCommands(lab, effects);
      untried.length = 0;
      return Math.max(EXIT.allGatesHold, ...outcomes.map(exitOf));
    }
    for (const [name, lab] of labs) {
      const goOn = await attempt(name, async () => {
        await sweep(lab, effects);
        outcomes.push({ verified: await verifyLab(lab, tool, session, { force }, effects) });
        untried.splice(untried.indexOf(name), 1);
      });
      if (!goOn) break;
    }
    return Math.max(...outcomes.map(exitOf));
  } finally {
    // Also on the way out of an interruption or of a fault: what was finished is on disk, and is said.
    if (!dryRun || outcomes.length > 0) printOutcomes(outcomes, untried, effects);
    if (json) printJson(outcomes, untried, effects);
  }
}

/** Verifies labs and gives the exit status, the greatest of theirs; prints what it does and what went wrong. */
export async function verify(options: VerifyOptions, tool: Identity, effects: Effects): Promise<number> {
  try {
    const known = await labNames(effects);
    if (options.list) {
      for (const name of known) effects.log(name);
      return EXIT.allGatesHold;
    }
    const names = options.labs.length > 0 ? [...new Set(options.labs)] : known;
    if (names.length === 0) throw noLabs('code', 'folders in code/ with a plan.json', 'none');
    if (effects.leftOut.length > 0) {
      effects.log(`Set here, and not passed on to any program: ${effects.leftOut.join(', ')}`);
    }
    if (options.dryRun === true) return await verifyEach(names, options, tool, effects);
    const lock = await effects.lock(LOCK);
    if ('heldBy' in lock) throw busy(lock.heldBy);
    try {
      return await verifyEach(names, options, tool, effects);
    } finally {
      await lock.release();
    }
  } catch (error) {
    const failed = failureOf(error);
    if (failed === null) throw error;
    effects.log('');
    effects.log(failed.text);
    return failed.exit;
  }
}
