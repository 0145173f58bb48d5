import { problemsOf, type ProblemDetails } from '../evidence/problem.ts';
import { staleProblems } from '../evidence/stale.ts';
import { readCourse } from './course.ts';
import { readDiagrams } from './diagrams.ts';
import { readLabs, type Lab, type StoredEvidence } from './labs.ts';
import { frontmatterProblems } from './frontmatter.ts';
import { dayFile, findDays } from './pages.ts';
import { storedSignoff, strayProblems } from './signoffs.ts';

export interface SurveyOptions {
  /** Absolute path of the repository. */
  root: string;
  /** Stale evidence is no problem: pages show it as stale. */
  showStale: boolean;
}

function evidenceProblems(lab: string, stored: StoredEvidence, showStale: boolean): ProblemDetails[] {
  if (stored.status === 'unusable') return stored.problems;
  return showStale ? [] : staleProblems(lab, stored.file, stored.freshness);
}

function labProblems({ name, problems, devices }: Lab, primary: string | null, showStale: boolean): ProblemDetails[] {
  const file = `code/${name}/evidence/${primary ?? ''}.json`;
  const missing: ProblemDetails = {
    place: { file },
    cause: `Lab "${name}" has no evidence for the primary device of the course.`,
    expected: file,
    found: Object.keys(devices).length === 0 ? 'no evidence' : `evidence for ${Object.keys(devices).join(', ')}`,
    remedy: `On a machine with that device, run: npx lockstep verify ${name}`,
  };
  return [
    ...problems,
    ...(primary === null || devices[primary] !== undefined ? [] : [missing]),
    ...Object.values(devices).flatMap((stored) => evidenceProblems(name, stored, showStale)),
  ];
}

/** Everything in the repository that must not be published, whatever the pages quote. Empty when all is well. */
export async function survey({ root, showStale }: SurveyOptions): Promise<ProblemDetails[]> {
  const course = await readCourse(root).catch((error: unknown) => {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return problems;
  });
  const primary = Array.isArray(course) ? null : course.primaryDevice;
  const days = await findDays(root);
  const signoffs = await Promise.all(days.map((day) => storedSignoff(root, day)));
  const frontmatters = await Promise.all(days.map((day) => frontmatterProblems(root, dayFile(day))));
  return [
    ...(Array.isArray(course) ? course : []),
    ...(await readLabs(root)).flatMap((lab) => labProblems(lab, primary, showStale)),
    ...frontmatters.flat(),
    ...signoffs.flatMap((stored) => (stored.status === 'unusable' ? stored.problems : [])),
    ...(await strayProblems(root, days)),
    ...(await readDiagrams(root)).problems,
  ];
}
