import { describeProblem, describeProblems, problemsOf } from '../../src/evidence/problem.ts';
import { printCommands } from './dry-run.ts';
import type { Effects } from './effects.ts';
import { labNames, readLab, type Lab } from './lab.ts';
import { EXIT, noLabs, Stop } from './stop.ts';
import { beginSession } from './session.ts';
import { printChanges, readBaselines } from './against.ts';
import { isAsked, reducedTo, refuseUnknownParts } from './only.ts';
import { tryKey } from './sign.ts';
import { exitOf, labOf, printJson, printOutcomes, verifiedOf, type Outcome, type Summary } from './summary.ts';
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
  /** Only these parts of the labs; nothing is written then. */
  only?: readonly string[] | null;
  /** Evidence files to compare with afterwards, by their paths as the caller wrote them. */
  against?: readonly string[];
  /** Absolute path of an SSH key to sign the evidence with. */
  sign?: string | null;
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

/** What a call came to, apart from its exit status. */
interface Result extends Summary {
  exit: number;
}

/** The plans of the labs; those that cannot be read are among the outcomes. */
async function readLabs(names: readonly string[], outcomes: Outcome[], effects: Effects): Promise<Lab[]> {
  const labs: Lab[] = [];
  for (const name of names) {
    try {
      labs.push(await readLab(name, effects));
    } catch (error) {
      const failed = failureOf(error);
      if (failed === null) throw error;
      const { endsAll, ...why } = failed;
      outcomes.push({ lab: name, ...why });
      if (endsAll) return [];
    }
  }
  return labs;
}

/** Verifies labs one after the other. What one of them lacks does not keep the others from being tried. */
async function verifyEach(
  labs: readonly Lab[],
  result: Summary,
  { force = false, only = null, sign = null }: VerifyOptions,
  tool: Identity,
  effects: Effects,
): Promise<void> {
  const session = beginSession(tool.session);
  const { outcomes, notTried } = result;
  for (const lab of labs) {
    try {
      if (only === null) await sweep(lab, effects);
      const verified = await verifyLab(lab, tool, session, { force, only, sign }, effects);
      outcomes.push({ verified });
    } catch (error) {
      const failed = failureOf(error);
      if (failed === null) throw error;
      const { endsAll, ...why } = failed;
      outcomes.push({ lab: lab.name, ...why });
      if (endsAll) return;
    } finally {
      notTried.splice(notTried.indexOf(lab.name), 1);
      if (!outcomes.some((one) => labOf(one) === lab.name)) result.brokenOff = lab.name;
    }
  }
}

/** The commands of the labs, printed; nothing is run. */
function dryRun(
  labs: readonly Lab[],
  { only = null, sign = null }: VerifyOptions,
  effects: Effects,
): Record<string, string[]> {
  return Object.fromEntries(
    labs.map((lab) => {
      const reduced = only === null ? lab : reducedTo(lab, only, null);
      return [lab.name, printCommands(reduced, only === null ? sign : null, effects)];
    }),
  );
}

/** Options that say something of evidence that is not written. */
function refuseContradiction({ only = null, sign = null, against = [] }: VerifyOptions): void {
  const other = [...(sign === null ? [] : ['--sign']), ...(against.length === 0 ? [] : ['--against'])];
  if (only === null || other.length === 0) return;
  throw new Stop(EXIT.usage, {
    place: { file: '--only' },
    cause: 'With --only nothing is written, so there is no evidence to sign or to compare.',
    expected: '--only, or --sign and --against',
    found: `--only with ${other.join(' and ')}`,
    remedy: 'Leave one of them out.',
  });
}

/** Verifies what the options name, under the lock. `result` is filled on the way, so that it holds whatever happens. */
async function verifyLabs(
  names: readonly string[],
  options: VerifyOptions,
  result: Result,
  tool: Identity,
  effects: Effects,
): Promise<void> {
  const { only = null, sign = null, against = [] } = options;
  result.notTried.push(...names);
  // All plans first: a typing mistake in the last name should not cost the run of the others.
  const read = await readLabs(names, result.outcomes, effects);
  for (const { lab } of result.outcomes.filter((one) => 'lab' in one))
    result.notTried.splice(result.notTried.indexOf(lab), 1);
  if (only !== null && read.length > 0) refuseUnknownParts(read, only);
  const labs = only === null ? read : read.filter((lab) => isAsked(lab, only));
  if (only !== null && labs.length === 0 && read.length > 0) effects.log('No lab that was named has such a part.');
  if (options.dryRun === true) {
    result.commands = dryRun(labs, options, effects);
    result.notTried.length = 0;
    return;
  }
  const baselines = await readBaselines(against, names, effects);
  if (sign !== null && labs.length > 0) await tryKey(sign, effects);
  try {
    await verifyEach(labs, result, options, tool, effects);
  } finally {
    // Also on the way out of an interruption or of a fault: what was finished is on disk, and is said.
    printOutcomes(result, effects);
  }
  result.against = printChanges(baselines, verifiedOf(result.outcomes), effects);
}

/** The same, with the lock where something is run. */
async function verifyLocked(
  names: readonly string[],
  options: VerifyOptions,
  result: Result,
  tool: Identity,
  effects: Effects,
): Promise<void> {
  if (options.dryRun === true) {
    await verifyLabs(names, options, result, tool, effects);
    if (result.outcomes.length > 0) printOutcomes(result, effects);
    return;
  }
  const lock = await effects.lock(LOCK);
  if ('heldBy' in lock) throw busy(lock.heldBy);
  try {
    await verifyLabs(names, options, result, tool, effects);
  } finally {
    await lock.release();
  }
}

/** Verifies labs and gives the exit status, the greatest of theirs; prints what it does and what went wrong. */
export async function verify(options: VerifyOptions, tool: Identity, effects: Effects): Promise<number> {
  const result: Result = { outcomes: [], notTried: [], exit: EXIT.allGatesHold, problem: null };
  try {
    const known = await labNames(effects);
    if (options.list) {
      for (const name of known) effects.log(name);
      result.known = known;
      return EXIT.allGatesHold;
    }
    refuseContradiction(options);
    const names = options.labs.length > 0 ? [...new Set(options.labs)] : known;
    if (names.length === 0) throw noLabs('code', 'folders in code/ with a plan.json', 'none');
    if (effects.leftOut.length > 0) {
      effects.log(`Set here, and not passed on to any program: ${effects.leftOut.join(', ')}`);
    }
    await verifyLocked(names, options, result, tool, effects);
    result.exit = Math.max(EXIT.allGatesHold, ...result.outcomes.map(exitOf));
    return result.exit;
  } catch (error) {
    const failed = failureOf(error);
    result.exit = failed?.exit ?? EXIT.internal;
    if (failed === null) throw error;
    result.problem = failed.text;
    effects.log('');
    effects.log(failed.text);
    return failed.exit;
  } finally {
    if (options.json === true) printJson(result, effects);
  }
}
