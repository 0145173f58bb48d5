import type { Evidence } from '../schema/evidence.ts';
import type { Plan } from '../schema/plan.ts';

/** What the evidence leaves out, or has beyond its plan. */
export interface CoverageFault {
  /** Where in the evidence it stands. */
  path: ['inputs'] | ['builds'] | ['builds', number];
  cause: string;
  expected: string;
  found: string;
}

type Covering = Pick<Evidence, 'lab' | 'inputs' | 'builds'>;

/** Path of the plan of a lab in the repository. */
export const planFile = (lab: string): string => `code/${lab}/plan.json`;

/** Paths in the repository of every file that a plan names, each once. */
export function plannedFiles({ programs, data, models }: Plan, labFolder: string): string[] {
  const own = [...data, ...models.flatMap(({ sources }) => sources)].map((file) => `${labFolder}/${file}`);
  const compiled = programs.flatMap(({ folder, sources }) => sources.map((file) => `${folder ?? labFolder}/${file}`));
  return [...new Set([...compiled, ...own])];
}

/** The lab whose findings the clean results of a lab count beside; null where it needs none but its own. */
export function controlsOf({ controls, sanitizers }: Plan, lab: string): string | null {
  const relies = sanitizers.some(({ expected }) => expected.kind !== 'finding');
  return controls === undefined || controls === lab || !relies ? null : controls;
}

const list = (words: readonly string[]): string => (words.length === 0 ? 'nothing' : words.join(', '));

function inputFault({ inputs }: Covering, path: string): CoverageFault[] {
  if (inputs.some((input) => input.path === path)) return [];
  return [
    {
      path: ['inputs'],
      cause: `The evidence lists no digest of ${path}, which its results depend on.`,
      expected: path,
      found: list(inputs.map((input) => input.path)),
    },
  ];
}

function buildFaults({ programs }: Plan, { builds }: Covering): CoverageFault[] {
  const planned = programs.flatMap(({ id, targets }) => targets.map((target) => `${id} for ${target}`));
  const built = builds.map(({ program, targets }) => targets.map((target) => `${program} for ${target}`));
  return [
    ...planned
      .filter((wanted) => !built.flat().includes(wanted))
      .map((wanted) => ({
        path: ['builds'] satisfies CoverageFault['path'],
        cause: `The evidence says nothing of a build that its plan names: ${wanted}.`,
        expected: list(planned),
        found: list(built.flat()),
      })),
    ...built.flatMap((pairs, index) =>
      pairs
        .filter((pair) => !planned.includes(pair))
        .map((pair) => ({
          path: ['builds', index] satisfies CoverageFault['path'],
          cause: `The evidence holds a build that its plan does not name: ${pair}.`,
          expected: list(planned),
          found: pair,
        })),
    ),
  ];
}

/**
 * How the evidence falls short of the plan it was made with: digests that must be listed and are not, builds that are
 * missing, builds of something else. `presentPlan` is the digest of the plan as it lies there now: evidence made with
 * another plan is stale, and nothing more can be said of it. `controlsPlan` is the plan of the lab of its controls, where
 * it can be read: what that lab is built from decides what a clean result is worth.
 */
export function coverageFaults(
  plan: Plan,
  presentPlan: string,
  evidence: Covering,
  controlsPlan: Plan | null = null,
): CoverageFault[] {
  const own = planFile(evidence.lab);
  const listed = evidence.inputs.find(({ path }) => path === own);
  if (listed === undefined) return inputFault(evidence, own);
  if (listed.sha256 !== presentPlan) return [];
  const controls = controlsOf(plan, evidence.lab);
  const ofControls = [
    ...(controls === null ? [] : [planFile(controls)]),
    ...(controls === null || controlsPlan === null ? [] : plannedFiles(controlsPlan, `code/${controls}`)),
  ];
  return [
    ...[...plannedFiles(plan, `code/${evidence.lab}`), ...ofControls].flatMap((file) => inputFault(evidence, file)),
    ...buildFaults(plan, evidence),
  ];
}
