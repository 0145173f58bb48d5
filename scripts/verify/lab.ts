import { sha256OfBytes } from '../../src/node/digest.ts';
import { checkedJson, parseJson } from '../../src/node/read-json.ts';
import type { InputFile } from '../../src/schema/evidence.ts';
import { plan as planSchema, type Plan } from '../../src/schema/plan.ts';
import type { Effects } from './effects.ts';
import { EXIT, Stop } from './stop.ts';

/** A lab with its plan, before anything is built. */
export interface Lab {
  name: string;
  /** Folder relative to the root. */
  folder: string;
  planFile: string;
  plan: Plan;
}

/** Labs are the folders of `code/` that hold a plan. */
export async function labNames(effects: Effects): Promise<string[]> {
  const names = await effects.listFolder('code');
  const planned = await Promise.all(
    names.map(async (name) => (await effects.listFolder(`code/${name}`)).includes('plan.json')),
  );
  return names.filter((_, index) => planned[index]);
}

/** Reads the plan of one lab. Throws Stop when there is no such lab, Problem when its plan is wrong. */
export async function readLab(name: string, effects: Effects): Promise<Lab> {
  const folder = `code/${name}`;
  const planFile = `${folder}/plan.json`;
  const bytes = /^[a-z0-9-]+$/.test(name) ? await effects.readFile(planFile) : null;
  if (bytes === null) {
    const known = await labNames(effects);
    throw new Stop(EXIT.usage, {
      place: { file: planFile },
      cause: `There is no lab "${name}".`,
      expected: known.length === 0 ? 'a folder in code/ with a plan.json' : `one of: ${known.join(', ')}`,
      found: name,
      remedy: 'Name a lab as its folder is named, from the root of the repository: npx lockstep verify LAB',
    });
  }
  const text = new TextDecoder().decode(bytes);
  const remedy = `Mend ${planFile}; src/schema/plan.ts says what a plan holds.`;
  const plan = checkedJson(planSchema, parseJson(text, { file: planFile, remedy }), text, { file: planFile, remedy });
  return { name, folder, planFile, plan };
}

/** `role` by where a file lies: the plan, a shared harness file, a header or a source. */
function roleOf(path: string, lab: Lab): InputFile['role'] {
  if (path === lab.planFile) return 'plan';
  if (!path.startsWith(`${lab.folder}/`)) return 'harness';
  return /\.(cuh|hpp|hh|h)$/.test(path) ? 'header' : 'source';
}

/** Digests of every file that can change a result, sorted by path. Throws Stop for one that cannot be read. */
export async function digestInputs(lab: Lab, paths: readonly string[], effects: Effects): Promise<InputFile[]> {
  const unique = [...new Set([lab.planFile, ...paths])].sort();
  return Promise.all(
    unique.map(async (path) => {
      const bytes = await effects.readFile(path);
      if (bytes === null) {
        throw new Stop(EXIT.brokenPlanOrToolchain, {
          place: { file: lab.planFile },
          cause: 'A file that the lab is built from cannot be read.',
          expected: path,
          found: 'no file',
          remedy: `Put ${path} there, or take it out of the plan or the #include that names it.`,
        });
      }
      return { path, role: roleOf(path, lab), sha256: sha256OfBytes(bytes) };
    }),
  );
}
