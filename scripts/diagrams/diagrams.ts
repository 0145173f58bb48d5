import { diagramWords } from '../../src/evidence/diagram.ts';
import { Problem, Problems, problemsOf, type ProblemDetails } from '../../src/evidence/problem.ts';
import { DIAGRAMS_FOLDER, diagramHash, sealPicture } from '../../src/node/diagrams.ts';
import { svgFault } from '../../src/node/svg.ts';
import type { Effects } from './effects.ts';
import { findFences, type Fence } from './fences.ts';

/** One picture for each diagram, however often it stands in the content. */
async function findDiagrams(effects: Effects): Promise<Map<string, Fence>> {
  const diagrams = new Map<string, Fence>();
  for (const file of await effects.listPages()) {
    for (const fence of findFences(file, await effects.readFile(file))) {
      diagrams.set(`${DIAGRAMS_FOLDER}/${diagramHash(fence.source)}.svg`, fence);
    }
  }
  return diagrams;
}

async function drawOne(file: string, { source, place }: Fence, effects: Effects): Promise<void> {
  diagramWords(source, place);
  // Ids in a picture must not meet those of another on the same page.
  const prefix = `d${file.slice(DIAGRAMS_FOLDER.length + 1).slice(0, 8)}`;
  const svg = await effects.draw(source, prefix).catch((error: unknown) => {
    if (problemsOf(error) !== null) throw error;
    const found = error instanceof Error ? error.message : String(error);
    throw new Problem({
      place,
      cause: 'Mermaid cannot draw this diagram.',
      expected: 'a diagram as https://mermaid.js.org describes',
      found,
      remedy: 'Mend the diagram, then run: npx lockstep diagrams',
    });
  });
  const fault = svgFault(svg);
  if (fault !== null) {
    throw new Problem({
      place,
      cause: 'The picture of this diagram holds what no picture in a page may.',
      expected: 'shapes and text in classes',
      found: fault,
      remedy: 'Write the diagram without it: no HTML in labels, no links, no icons.',
    });
  }
  await effects.writeFile(file, sealPicture(svg));
  effects.log(`drew ${file}`);
}

/**
 * Draws every diagram of the content that has no picture yet, and deletes pictures of diagrams that are gone. Throws
 * Problems after it tried all of them.
 */
export async function diagrams(effects: Effects): Promise<void> {
  const wanted = await findDiagrams(effects);
  const present = (await effects.listFolder(DIAGRAMS_FOLDER)).filter((name) => name.endsWith('.svg'));
  const files = new Set(present.map((name) => `${DIAGRAMS_FOLDER}/${name}`));
  const problems: ProblemDetails[] = [];
  let drawn = 0;
  for (const [file, fence] of wanted) {
    if (files.has(file)) continue;
    try {
      await drawOne(file, fence, effects);
      drawn += 1;
    } catch (error) {
      const found = problemsOf(error);
      if (found === null) throw error;
      problems.push(...found);
    }
  }
  const unused = [...files].filter((file) => !wanted.has(file));
  for (const file of unused) {
    await effects.deleteFile(file);
    effects.log(`deleted ${file}: no diagram needs it`);
  }
  const count = (number: number): string => String(number);
  effects.log(`${count(wanted.size)} diagrams: ${count(drawn)} drawn, ${count(unused.length)} pictures deleted`);
  if (problems.length > 0) throw new Problems(problems);
}
