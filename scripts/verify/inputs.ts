import { plannedFiles } from '../../src/evidence/coverage.ts';
import { sha256OfBytes } from '../../src/node/digest.ts';
import type { InputFile } from '../../src/schema/evidence.ts';
import type { BuiltProgram } from './build-program.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import { brokenPlan } from './stop.ts';

/** `role` by what the plan says of a file and by where it lies: a shared harness file, a header or a source. */
function roleOf(path: string, { plan, planFile, folder }: Lab): InputFile['role'] {
  if (path === planFile) return 'plan';
  if (plan.data.some((file) => path === `${folder}/${file}`)) return 'data';
  const folders = [folder, ...plan.programs.flatMap((program) => program.folder ?? [])];
  if (!folders.some((one) => path.startsWith(`${one}/`))) return 'harness';
  return /\.(cuh|hpp|hh|h|inl|inc)$/.test(path) ? 'header' : 'source';
}

/** Inputs of a lab with those of its controls, sorted by path. A file of both is the lab's own. */
export function joinInputs(own: readonly InputFile[], controls: readonly InputFile[]): InputFile[] {
  const further = controls.filter(({ path }) => !own.some((one) => one.path === path));
  const joined = [...own, ...further.map((one): InputFile => ({ ...one, role: 'control' }))];
  return joined.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function digestOf(path: string, lab: Lab, effects: Effects): Promise<string> {
  const bytes = await effects.readFile(path);
  if (bytes !== null) return sha256OfBytes(bytes);
  throw brokenPlan({
    place: { file: lab.planFile },
    cause: 'A file that the lab is built from cannot be read.',
    expected: path,
    found: 'no file',
    remedy: `Put ${path} there, or take it out of the plan or the #include that names it.`,
  });
}

/** Digests of these files and the plan, sorted by path. Throws Stop for one that cannot be read. */
export async function digestInputs(lab: Lab, paths: readonly string[], effects: Effects): Promise<InputFile[]> {
  const unique = [...new Set([lab.planFile, ...paths])].sort();
  return Promise.all(
    unique.map(async (path) => ({ path, role: roleOf(path, lab), sha256: await digestOf(path, lab, effects) })),
  );
}

/** Digests of what the plan names: known before anything is compiled. */
export async function digestPlanned(lab: Lab, effects: Effects): Promise<InputFile[]> {
  return digestInputs(lab, plannedFiles(lab.plan, lab.folder), effects);
}

function changedMeanwhile(lab: Lab, paths: readonly string[]): Error {
  return brokenPlan({
    place: { file: paths[0] ?? lab.planFile },
    cause: 'A file was changed while it was being verified, so the results belong to no one version of it.',
    expected: 'files that stay as they are until the verification ends',
    found: `changed: ${paths.join(', ')}`,
    remedy: `Run: npx lockstep verify ${lab.name}`,
  });
}

/**
 * Every file that the builds were made from, with its digest. Headers are known only afterwards: one written since
 * `startedAt` may have been compiled before it was written. Throws Stop for such a file, and for one that differs from
 * `planned`.
 */
export async function inputsOf(
  lab: Lab,
  builds: readonly BuiltProgram[],
  planned: readonly InputFile[],
  startedAt: number,
  effects: Effects,
): Promise<InputFile[]> {
  const named = [...planned.map(({ path }) => path), ...builds.flatMap(({ inputs }) => inputs)];
  const inputs = await digestInputs(lab, named, effects);
  const written = await Promise.all(inputs.map(async ({ path }) => (await effects.statFile(path))?.modified ?? 0));
  const changed = inputs.filter(({ path, sha256 }, index) => {
    const before = planned.find((one) => one.path === path);
    return before === undefined ? (written[index] ?? 0) > startedAt : before.sha256 !== sha256;
  });
  if (changed.length > 0) {
    throw changedMeanwhile(
      lab,
      changed.map(({ path }) => path),
    );
  }
  return inputs;
}

/** A file edited while it was verified would make evidence of a mixture: throws Stop. */
export async function refuseChangedInputs(lab: Lab, before: readonly InputFile[], effects: Effects): Promise<void> {
  const after = await Promise.all(before.map(({ path }) => digestOf(path, lab, effects)));
  const changed = before.filter(({ sha256 }, index) => sha256 !== after[index]).map(({ path }) => path);
  if (changed.length > 0) throw changedMeanwhile(lab, changed);
}
