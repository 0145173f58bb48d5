import { diffEvidence } from '../../src/evidence/diff.ts';
import { describeProblems, Problems, problemsOf } from '../../src/evidence/problem.ts';
import type { Evidence } from '../../src/schema/evidence.ts';
import type { Effects } from './effects.ts';
import { readSide } from '../lib/evidence/read-side.ts';
import { asText } from '../lib/evidence/diff-text.ts';

/** Exit statuses, as those of diff(1). */
export const EXIT = { same: 0, differs: 1, trouble: 2 } as const;

/** Both sides, or every problem of either. */
async function readBoth(paths: readonly [string, string], effects: Effects): Promise<[Evidence, Evidence]> {
  const [before, after] = await Promise.allSettled(paths.map((path) => readSide(path, effects.readFile)));
  if (before?.status === 'fulfilled' && after?.status === 'fulfilled') return [before.value, after.value];
  const problems = [before, after].flatMap((one) => {
    if (one?.status !== 'rejected') return [];
    const found = problemsOf(one.reason);
    if (found === null) throw one.reason;
    return found;
  });
  throw new Problems(problems);
}

/** Compares two evidence files and prints how they differ. Gives the exit status. */
export async function diff(
  before: string,
  after: string,
  { json }: { json: boolean },
  effects: Effects,
): Promise<number> {
  try {
    const found = diffEvidence(...(await readBoth([before, after], effects)));
    effects.out(json ? JSON.stringify(found, null, 2) : asText(found));
    return found.same ? EXIT.same : EXIT.differs;
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    effects.err(describeProblems(problems));
    return EXIT.trouble;
  }
}
