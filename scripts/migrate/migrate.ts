import { describeProblems, Problem, problemsOf } from '../../src/evidence/problem.ts';
import { EVIDENCE_FORMAT, type Capture } from '../../src/schema/evidence.ts';
import type { Effects } from './effects.ts';
import { migrateText } from './migrate-text.ts';

/** Exit statuses. Of several files the greatest holds. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

export interface MigrateOptions {
  /** Labs by their name, files by their path; every evidence file of every lab when there is none. */
  what: readonly string[];
  /** Say what would be written, and write nothing. */
  dryRun: boolean;
}

const isFile = (word: string): boolean => word.includes('/') || word.endsWith('.json');

async function evidenceOf(lab: string, effects: Effects): Promise<string[]> {
  const folder = `code/${lab}/evidence`;
  const names = await effects.listFolder(folder);
  return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).map((name) => `${folder}/${name}`);
}

/** The files that a word of the call names. Throws Problem for a lab that is not there or has no evidence. */
async function filesOf(word: string, effects: Effects): Promise<string[]> {
  if (isFile(word)) return [word];
  const files = await evidenceOf(word, effects);
  if (files.length > 0) return files;
  const known = await effects.listFolder('code');
  throw new Problem({
    place: { file: `code/${word}/evidence` },
    cause: known.includes(word) ? `The lab "${word}" has no evidence.` : `There is no lab "${word}".`,
    expected: 'a lab with evidence, or the path of an evidence file',
    found: word,
    remedy: 'Name labs as their folders in code/ are named, or files: npx lockstep migrate [LAB… | FILE…]',
  });
}

async function everyFile(effects: Effects): Promise<string[]> {
  const labs = await effects.listFolder('code');
  return (await Promise.all(labs.map((lab) => evidenceOf(lab, effects)))).flat();
}

/**
 * Migrates one file. The signature goes first: killed in between, the file is unsigned and not signed wrongly.
 */
async function migrateFile(file: string, dryRun: boolean, tool: Capture['tool'], effects: Effects): Promise<void> {
  const before = await effects.readFile(file);
  if (before === null) {
    throw new Problem({
      place: { file },
      cause: 'There is no such file.',
      remedy: 'Name evidence files by their path, or labs by their name.',
    });
  }
  const { from, text } = migrateText(before, file, tool);
  if (text === null) {
    effects.out(`${file}: is of format ${String(EVIDENCE_FORMAT)}, nothing to do`);
    return;
  }
  const signature = `${file}.sig`;
  const isSigned = (await effects.readFile(signature)) !== null;
  const would = dryRun ? 'would be rewritten' : 'rewritten';
  if (!dryRun) {
    await effects.removeFile(signature);
    await effects.replaceFile(file, text);
  }
  effects.out(`${file}: ${would} from format ${String(from)} to ${String(EVIDENCE_FORMAT)}`);
  if (!isSigned) return;
  effects.out(
    `  ${signature} signed the file as it was: ${dryRun ? 'it would be' : 'it is'} removed. ` +
      'To sign the file as it is: npx lockstep verify LAB --sign KEY',
  );
}

/** Rewrites evidence of older formats in the present one, and says of each file what became of it. Gives the exit status. */
export async function migrate(
  { what, dryRun }: MigrateOptions,
  tool: Capture['tool'],
  effects: Effects,
): Promise<number> {
  let exit: number = EXIT.done;
  const attempt = async <T>(action: () => Promise<T>, failed: number): Promise<T | null> => {
    try {
      return await action();
    } catch (error) {
      const problems = problemsOf(error);
      if (problems === null) throw error;
      effects.err(describeProblems(problems));
      exit = Math.max(exit, failed);
      return null;
    }
  };
  const files: string[] = [];
  for (const word of what) files.push(...((await attempt(() => filesOf(word, effects), EXIT.usage)) ?? []));
  if (what.length === 0) files.push(...(await everyFile(effects)));
  // A call with a mistake in it changes nothing.
  if (exit !== EXIT.done) return exit;
  if (files.length === 0) effects.out('There is no evidence here: code/LAB/evidence/DEVICE.json');
  for (const file of new Set(files)) await attempt(() => migrateFile(file, dryRun, tool, effects), EXIT.refused);
  return exit;
}
