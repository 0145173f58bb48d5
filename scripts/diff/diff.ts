import { diffEvidence } from '../../src/evidence/diff.ts';
import { describeProblems, Problem, Problems, problemsOf } from '../../src/evidence/problem.ts';
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

/** A call that can only be a mistake. Throws Problem. */
function refuseSame(before: string, after: string): void {
  if (before !== after) return;
  throw new Problem({
    place: { file: after },
    cause: 'The file is compared with itself.',
    expected: 'two files',
    found: 'the same path twice',
    remedy: `An older one comes out of git: git show HEAD:${after} > old.json && npx lockstep diff old.json ${after}`,
  });
}

/** Two labs share no kernel, so everything would differ. Throws Problem. */
function refuseOtherLab(before: Evidence, after: Evidence, file: string): void {
  if (before.lab === after.lab) return;
  throw new Problem({
    place: { file },
    cause: 'The two files are evidence of different labs.',
    expected: before.lab,
    found: after.lab,
    remedy: 'Name two files of one lab: two captures, or two devices.',
  });
}

/** Compares two evidence files and prints how they differ. Gives the exit status. */
export async function diff(
  before: string,
  after: string,
  { json }: { json: boolean },
  effects: Effects,
): Promise<number> {
  try {
    refuseSame(before, after);
    const both = await readBoth([before, after], effects);
    refuseOtherLab(...both, after);
    const found = diffEvidence(...both);
    effects.out(json ? JSON.stringify(found, null, 2) : asText(found));
    return found.same ? EXIT.same : EXIT.differs;
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    effects.err(describeProblems(problems));
    return EXIT.trouble;
  }
}
