import { describeProblem, describeProblems, problemsOf } from '../../src/evidence/problem.ts';
import type { Effects } from './effects.ts';
import { labNames, readLab } from './lab.ts';
import { EXIT, Stop } from './stop.ts';
import { countGates, verifyLab, type ToolIdentity, type Verified } from './verify-lab.ts';

export interface VerifyOptions {
  /** Labs to verify; all of them when there is none. */
  labs: readonly string[];
  /** Only print the names of the labs. */
  list: boolean;
}

function printTable(done: readonly Verified[], effects: Effects): void {
  effects.log('');
  for (const { lab, file, evidence, failures } of done) {
    const { held, all } = countGates(evidence);
    effects.log(`${lab}: ${evidence.verdict}, ${String(held)} of ${String(all)} gates hold`);
    effects.log(`  wrote ${file}`);
    for (const failure of failures) effects.log(`  failed: ${failure}`);
  }
}

/** Verifies labs one after the other. Gives the exit status; prints what it does and what went wrong. */
export async function verify(options: VerifyOptions, tool: ToolIdentity, effects: Effects): Promise<number> {
  const names = options.labs.length > 0 ? [...new Set(options.labs)] : await labNames(effects);
  if (options.list) {
    for (const name of await labNames(effects)) effects.log(name);
    return EXIT.allGatesHold;
  }
  try {
    if (names.length === 0) {
      throw new Stop(EXIT.usage, {
        place: { file: 'code' },
        cause: 'There is no lab to verify.',
        expected: 'folders in code/ with a plan.json',
        found: 'none',
        remedy: 'Run this from the root of a repository that has labs.',
      });
    }
    // All plans first: a typing mistake in the last name should not cost the run of the others.
    const labs = [];
    for (const name of names) labs.push(await readLab(name, effects));
    const done: Verified[] = [];
    for (const lab of labs) done.push(await verifyLab(lab, tool, effects));
    printTable(done, effects);
    return done.some((one) => one.failures.length > 0) ? EXIT.gateFailed : EXIT.allGatesHold;
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    effects.log('');
    effects.log(error instanceof Stop ? describeProblem(error) : describeProblems(problems));
    return error instanceof Stop ? error.exit : EXIT.brokenPlanOrToolchain;
  }
}
