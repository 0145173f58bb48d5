import type { ProblemDetails } from '../evidence/problem.ts';
import { staleProblems } from '../evidence/stale.ts';
import type { Lab, StoredEvidence } from './labs.ts';
import type { Snapshot } from './snapshot.ts';

export interface SurveyOptions {
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
export function survey({ course, labs, days, strays, pictures }: Snapshot, options: SurveyOptions): ProblemDetails[] {
  const primary = course.status === 'read' ? course.course.primaryDevice : null;
  return [
    ...(course.status === 'read' ? [] : course.problems),
    ...labs.flatMap((lab) => labProblems(lab, primary, options.showStale)),
    ...days.flatMap(({ problems }) => problems),
    ...days.flatMap(({ signoff }) => (signoff.status === 'unusable' ? signoff.problems : [])),
    ...strays,
    ...pictures.problems,
  ];
}
