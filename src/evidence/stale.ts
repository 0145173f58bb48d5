import type { Freshness } from './freshness.ts';
import type { ProblemDetails } from './problem.ts';

const WHAT = {
  plan: 'plan',
  source: 'source',
  header: 'header',
  data: 'data file',
  harness: 'harness',
  control: 'file of the sanitizers’ controls',
} as const;

/** Why stale evidence cannot be published: one problem for each file that differs, each at that file. */
export function staleProblems(lab: string, file: string, freshness: Freshness): ProblemDetails[] {
  if (freshness.state === 'fresh') return [];
  const remedy = `Run: npx lockstep verify ${lab}`;
  return [
    ...freshness.inputs.map(({ path, role, change, expected, found }) => ({
      place: { file: path },
      cause:
        change === 'missing'
          ? `This ${WHAT[role]} is gone, and the evidence in ${file} was made with it.`
          : `This ${WHAT[role]} changed after the evidence in ${file} was made with it.`,
      expected: `sha256 ${expected}`,
      found: found === null ? 'no file' : `sha256 ${found}`,
      remedy: `${remedy}\n(or take the change back: git restore ${path})`,
    })),
    ...(freshness.method === null
      ? []
      : [
          {
            place: { file },
            cause: 'The samples were taken by another version of the measuring method.',
            expected: `version ${String(freshness.method.expected)}`,
            found: `version ${String(freshness.method.found)}`,
            remedy,
          },
        ]),
  ];
}

/** What the foot of quoted code says: whether what was measured is what stands here. */
export function describeStanding(
  file: string,
  { capturedOn, freshness }: { capturedOn: string; freshness: Freshness },
): string {
  if (freshness.state === 'fresh') return `Measured as it stands here on ${capturedOn}.`;
  return freshness.inputs.some(({ path }) => path === file)
    ? `Changed since it was measured on ${capturedOn}: this is not the code that the figures are of.`
    : `Measured on ${capturedOn}, with other files that have changed since.`;
}
