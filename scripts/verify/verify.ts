import { describeProblem, describeProblems, problemsOf } from '../../src/evidence/problem.ts';
import type { Effects } from './effects.ts';
import { labNames, readLab, type Lab } from './lab.ts';
import { EXIT, noLabs, Stop } from './stop.ts';
import { countGates, verifyLab, type ToolIdentity, type Verified } from './verify-lab.ts';

export interface VerifyOptions {
  /** Labs to verify; all of them when there is none. */
  labs: readonly string[];
  /** Only print the names of the labs. */
  list: boolean;
}

const LOCK = 'build/verify/.lock';

/** What a lab came to: its evidence, or why it has none. */
type Outcome = { verified: Verified } | { lab: string; exit: number; text: string };

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

function printOutcomes(outcomes: readonly Outcome[], untried: readonly string[], effects: Effects): void {
  effects.log('');
  for (const outcome of outcomes) {
    if (!('verified' in outcome)) continue;
    const { lab, file, evidence, failures } = outcome.verified;
    const { held, all } = countGates(evidence);
    effects.log(`${lab}: ${evidence.verdict}, ${String(held)} of ${String(all)} gates hold`);
    effects.log(`  wrote ${file}`);
    for (const failure of failures) effects.log(`  failed: ${failure}`);
  }
  if (untried.length > 0) effects.log(`not tried: ${untried.join(', ')}`);
  for (const outcome of outcomes) {
    if ('verified' in outcome) continue;
    effects.log(`${outcome.lab}: nothing written`);
    effects.log(outcome.text);
  }
}

function exitOf(outcome: Outcome): number {
  if (!('verified' in outcome)) return outcome.exit;
  return outcome.verified.failures.length > 0 ? EXIT.gateFailed : EXIT.allGatesHold;
}

/** What a killed verification left beside evidence that it was about to replace. */
async function sweep({ folder }: Pick<Lab, 'folder'>, effects: Effects): Promise<void> {
  const names = await effects.listFolder(`${folder}/evidence`);
  for (const name of names.filter((one) => one.endsWith('.tmp'))) {
    await effects.removeFile(`${folder}/evidence/${name}`);
  }
}

/** Verifies labs one after the other. What one of them lacks does not keep the others from being tried. */
async function verifyEach(names: readonly string[], tool: ToolIdentity, effects: Effects): Promise<number> {
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
    for (const [name, lab] of labs) {
      const goOn = await attempt(name, async () => {
        await sweep(lab, effects);
        outcomes.push({ verified: await verifyLab(lab, tool, effects) });
        untried.splice(untried.indexOf(name), 1);
      });
      if (!goOn) break;
    }
    return Math.max(...outcomes.map(exitOf));
  } finally {
    // Also on the way out of an interruption or of a fault: what was finished is on disk, and is said.
    printOutcomes(outcomes, untried, effects);
  }
}

/** Verifies labs and gives the exit status, the greatest of theirs; prints what it does and what went wrong. */
export async function verify(options: VerifyOptions, tool: ToolIdentity, effects: Effects): Promise<number> {
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
    const lock = await effects.lock(LOCK);
    if ('heldBy' in lock) throw busy(lock.heldBy);
    try {
      return await verifyEach(names, tool, effects);
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
