import { disagreements } from '../evidence/agreement.ts';
import { sassDisagreements } from '../evidence/sass-agreement.ts';
import { controlsOf, coverageFaults, planFile } from '../evidence/coverage.ts';
import type { Freshness } from '../evidence/freshness.ts';
import { judgeFreshness } from '../evidence/freshness.ts';
import { problemsOf, type ProblemDetails } from '../evidence/problem.ts';
import { MEASURING_METHOD, type Evidence } from '../schema/evidence.ts';
import { failures } from '../schema/failures.ts';
import { plan as planSchema, type Plan } from '../schema/plan.ts';
import { sha256OfBytes } from './digest.ts';
import type { Files } from './files.ts';
import { filesIn, namesIn } from './folders.ts';
import { placeInJson } from './json-place.ts';
import { readEvidence, type EvidenceFile } from './read-evidence.ts';
import { readJson } from './read-json.ts';

/** The evidence of one device as it lies in the repository, judged against the present files. */
export type StoredEvidence =
  | { status: 'read'; evidence: Evidence; file: string; text: string; freshness: Freshness }
  | { status: 'unusable'; file: string; problems: ProblemDetails[] };

export interface Lab {
  name: string;
  /** What is wrong with the plan; empty when it can be used. */
  problems: ProblemDetails[];
  /** By device slug. */
  devices: Record<string, StoredEvidence>;
  /**
   * Text of each file the evidence was made with that is still there, by path in the repository: of the very bytes
   * whose digests the evidence was judged by.
   */
  sources: Record<string, string>;
}

/** The plan of a lab, and that of the lab of its controls where it has one that can be read. */
interface Plans {
  plan: Plan;
  controlsPlan: Plan | null;
}

interface ReadPlan {
  plan: Plan | null;
  problems: ProblemDetails[];
}

/** Labs are the folders of `code/` that hold a plan. */
export async function findLabs(root: string): Promise<string[]> {
  const names = await namesIn(root, 'code');
  const held = await Promise.all(names.map((name) => namesIn(root, `code/${name}`)));
  return names.filter((_, index) => held[index]?.includes('plan.json'));
}

/** The files at these paths that are there. */
async function readPresent(files: Files, paths: readonly string[]): Promise<Map<string, Buffer>> {
  const present = new Map<string, Buffer>();
  for (const path of new Set(paths)) {
    const bytes = await files.read(path);
    if (bytes !== null) present.set(path, bytes);
  }
  return present;
}

/** Evidence of a verification that failed is whole, and no page may quote it. */
function failedProblems({ evidence, file, text }: EvidenceFile): ProblemDetails[] {
  if (evidence.verdict === 'passed') return [];
  return [
    {
      place: placeInJson(file, text, ['verdict']),
      cause: 'The verification that wrote this evidence failed.',
      expected: 'every gate to hold',
      found: failures(evidence).join('\n'),
      remedy: `Repair the lab, then run: npx lockstep verify ${evidence.lab}`,
    },
  ];
}

/**
 * Evidence that leaves out what its plan names could stay fresh whatever happens to it; what it says otherwise than the
 * plan that still lies beside it was not written by a verification.
 */
function planProblems(
  { evidence, file, text }: EvidenceFile,
  { plan, controlsPlan }: Plans,
  digest: string,
  unchanged: ReadonlyMap<string, string>,
): ProblemDetails[] {
  const own = evidence.inputs.find(({ path }) => path === planFile(evidence.lab));
  const faults = [
    ...coverageFaults(plan, digest, evidence, controlsPlan),
    ...(own?.sha256 === digest
      ? [...disagreements(plan, evidence), ...sassDisagreements(plan, evidence, unchanged)]
      : []),
  ];
  return faults.map(({ path, ...fault }) => ({
    place: placeInJson(file, text, path),
    ...fault,
    remedy: `Run: npx lockstep verify ${evidence.lab}`,
  }));
}

async function readDevice(
  files: Files,
  file: string,
  plans: Plans | null,
): Promise<{ stored: StoredEvidence; sources: Record<string, string> }> {
  try {
    const read = await readEvidence(files, file);
    const { evidence } = read;
    const own = planFile(evidence.lab);
    const present = await readPresent(files, [own, ...evidence.inputs.map(({ path }) => path)]);
    const digests = new Map([...present].map(([path, bytes]) => [path, sha256OfBytes(bytes)]));
    const unchanged = evidence.inputs
      .filter(({ path, sha256 }) => digests.get(path) === sha256)
      .map(({ path }): [string, string] => [path, present.get(path)?.toString('utf8') ?? '']);
    const problems = [
      ...failedProblems(read),
      ...(plans === null ? [] : planProblems(read, plans, digests.get(own) ?? '', new Map(unchanged))),
    ];
    const stored: StoredEvidence =
      problems.length === 0
        ? { status: 'read', ...read, freshness: judgeFreshness(evidence, digests, MEASURING_METHOD) }
        : { status: 'unusable', file, problems };
    return { stored, sources: Object.fromEntries([...present].map(([path, bytes]) => [path, bytes.toString('utf8')])) };
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return { stored: { status: 'unusable', file, problems }, sources: {} };
  }
}

async function readPlan(files: Files, file: string): Promise<ReadPlan> {
  const remedy = `Mend ${file}; src/schema/plan.ts says what a plan holds.`;
  try {
    return { plan: await readJson(planSchema, { files, file, remedy }), problems: [] };
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return { plan: null, problems };
  }
}

/** One lab with the evidence of each device. A fault is data, not an exception. */
export async function readLab(files: Files, name: string): Promise<Lab> {
  const { plan, problems } = await readPlan(files, planFile(name));
  const controls = plan === null ? null : controlsOf(plan, name);
  const controlsPlan = controls === null ? null : (await readPlan(files, planFile(controls))).plan;
  const lab: Lab = { name, problems, devices: {}, sources: {} };
  for (const file of await filesIn(files.root, `code/${name}/evidence`, '.json')) {
    const { stored, sources } = await readDevice(files, file, plan === null ? null : { plan, controlsPlan });
    lab.devices[file.slice(`code/${name}/evidence/`.length, -'.json'.length)] = stored;
    Object.assign(lab.sources, sources);
  }
  return lab;
}

/** Every lab of the repository. */
export async function readLabs(files: Files): Promise<Lab[]> {
  return Promise.all((await findLabs(files.root)).map((name) => readLab(files, name)));
}
