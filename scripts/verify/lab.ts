import { planFile as planPath } from '../../src/evidence/coverage.ts';
import { checkedJson, parseJson } from '../../src/node/read-json.ts';
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
  const planFile = planPath(name);
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
