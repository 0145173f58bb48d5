import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Freshness } from '../evidence/freshness.ts';
import { judgeFreshness } from '../evidence/freshness.ts';
import { problemsOf, type ProblemDetails } from '../evidence/problem.ts';
import { failures, MEASURING_METHOD, type Evidence } from '../schema/evidence.ts';
import { plan as planSchema } from '../schema/plan.ts';
import { sha256OfBytes } from './digest.ts';
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
  /** Text of each file the evidence was made with that is still there, by path in the repository. */
  sources: Record<string, string>;
}

/** Names in a folder, sorted; none when there is no such folder. */
async function namesIn(root: string, folder: string): Promise<string[]> {
  try {
    return (await readdir(join(root, folder))).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Files of a folder with that ending, as paths in the repository, sorted. */
export async function filesIn(root: string, folder: string, ending: string): Promise<string[]> {
  const names = await namesIn(root, folder);
  return names.filter((name) => name.endsWith(ending) && !name.startsWith('.')).map((name) => `${folder}/${name}`);
}

/** Labs are the folders of `code/` that hold a plan. */
export async function findLabs(root: string): Promise<string[]> {
  const names = await namesIn(root, 'code');
  const held = await Promise.all(names.map((name) => namesIn(root, `code/${name}`)));
  return names.filter((_, index) => held[index]?.includes('plan.json'));
}

/** The files at these paths that are there. */
async function readPresent(root: string, paths: readonly string[]): Promise<Map<string, Buffer>> {
  const present = new Map<string, Buffer>();
  for (const path of new Set(paths)) {
    try {
      present.set(path, await readFile(join(root, path)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return present;
}

/** Evidence of a verification that failed is whole, and no page may quote it. */
function failedProblem({ evidence, file, text }: EvidenceFile): ProblemDetails | null {
  if (evidence.verdict === 'passed') return null;
  return {
    place: placeInJson(file, text, ['verdict']),
    cause: 'The verification that wrote this evidence failed.',
    expected: 'every gate to hold',
    found: failures(evidence).join('\n'),
    remedy: `Repair the lab, then run: npx lockstep verify ${evidence.lab}`,
  };
}

async function readDevice(
  root: string,
  file: string,
): Promise<{ stored: StoredEvidence; sources: Record<string, string> }> {
  try {
    const read = await readEvidence(root, file);
    const present = await readPresent(
      root,
      read.evidence.inputs.map(({ path }) => path),
    );
    const hashes = new Map([...present].map(([path, bytes]) => [path, sha256OfBytes(bytes)]));
    const failed = failedProblem(read);
    const stored: StoredEvidence =
      failed === null
        ? { status: 'read', ...read, freshness: judgeFreshness(read.evidence, hashes, MEASURING_METHOD) }
        : { status: 'unusable', file, problems: [failed] };
    return { stored, sources: Object.fromEntries([...present].map(([path, bytes]) => [path, bytes.toString('utf8')])) };
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return { stored: { status: 'unusable', file, problems }, sources: {} };
  }
}

async function planProblems(root: string, file: string): Promise<ProblemDetails[]> {
  const remedy = `Mend ${file}; src/schema/plan.ts says what a plan holds.`;
  try {
    await readJson(planSchema, { root, file, remedy });
    return [];
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return problems;
  }
}

/** One lab with the evidence of each device. Reads and digests every file anew; a fault is data, not an exception. */
export async function readLab(root: string, name: string): Promise<Lab> {
  const files = await filesIn(root, `code/${name}/evidence`, '.json');
  const lab: Lab = { name, problems: await planProblems(root, `code/${name}/plan.json`), devices: {}, sources: {} };
  for (const file of files) {
    const { stored, sources } = await readDevice(root, file);
    lab.devices[file.slice(`code/${name}/evidence/`.length, -'.json'.length)] = stored;
    Object.assign(lab.sources, sources);
  }
  return lab;
}

/** Every lab of the repository at `root`. */
export async function readLabs(root: string): Promise<Lab[]> {
  return Promise.all((await findLabs(root)).map((name) => readLab(root, name)));
}
