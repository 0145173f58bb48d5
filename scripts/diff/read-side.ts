import { Problem, Problems, problemsOf } from '../../src/evidence/problem.ts';
import type { ProblemDetails } from '../../src/evidence/problem.ts';
import { parseEvidence } from '../../src/node/read-evidence.ts';
import type { Evidence } from '../../src/schema/evidence.ts';
import type { Effects } from './effects.ts';

/** The path that evidence with these names has in a repository; its own path when it does not say them. */
function properPath(text: string, path: string): string {
  try {
    const { lab, deviceSlug } = JSON.parse(text) as Partial<Evidence>;
    return lab === undefined || deviceSlug === undefined ? path : `code/${lab}/evidence/${deviceSlug}.json`;
  } catch {
    return path;
  }
}

const at = (path: string, problem: ProblemDetails): ProblemDetails => ({
  ...problem,
  place: { ...problem.place, file: path },
  remedy: 'Compare whole evidence files, as verify wrote them.',
});

/** Reads evidence wherever it lies: an older capture is seldom at the path of its lab. Throws Problem or Problems. */
export async function readSide(path: string, { readFile }: Pick<Effects, 'readFile'>): Promise<Evidence> {
  const text = await readFile(path);
  if (text === null) {
    throw new Problem({
      place: { file: path },
      cause: 'There is no such file.',
      remedy: 'Name two evidence files. An older one comes out of git: git show REVISION:FILE > old.json',
    });
  }
  try {
    return parseEvidence(text, properPath(text, path)).evidence;
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    throw new Problems(problems.map((problem) => at(path, problem)));
  }
}
