import { readFile } from 'node:fs/promises';
import { Problem, Problems, problemsOf } from '../../../src/evidence/problem.ts';
import type { ProblemDetails } from '../../../src/evidence/problem.ts';
import { checkFormat, parseEvidence, refuseOlder } from '../../../src/node/read-evidence.ts';
import { parseJson } from '../../../src/node/read-json.ts';
import type { Evidence } from '../../../src/schema/evidence.ts';

/** The text of a file by its path as the caller wrote it; null when there is no such file. */
export type ReadText = (path: string) => Promise<string | null>;

/** The text of a file of the disk. Throws Problem for what is there and cannot be read, as a folder. */
export const readTextFile: ReadText = (path) =>
  readFile(path, 'utf8').catch((error: unknown) => {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Problem({
      place: { file: path },
      cause: 'The file cannot be read.',
      expected: 'a file that this user may read',
      found: code === 'EISDIR' ? 'a folder' : message,
      remedy: 'Name a file of evidence: code/LAB/evidence/DEVICE.json',
    });
  });

/** The path that evidence with these names has in a repository; its own path when it does not say them. */
export function properPath(text: string, path: string): string {
  try {
    const { lab, deviceSlug } = JSON.parse(text) as Partial<Evidence>;
    return lab === undefined || deviceSlug === undefined ? path : `code/${lab}/evidence/${deviceSlug}.json`;
  } catch {
    return path;
  }
}

const WHOLE = 'Compare whole evidence files, as verify wrote them.';

const at = (path: string, problem: ProblemDetails): ProblemDetails => ({
  ...problem,
  place: { ...problem.place, file: path },
  remedy: WHOLE,
});

/** Reads evidence wherever it lies: an older capture is seldom at the path of its lab. Throws Problem or Problems. */
export async function readSide(path: string, readText: ReadText): Promise<Evidence> {
  const text = await readText(path);
  if (text === null) {
    throw new Problem({
      place: { file: path },
      cause: 'There is no such file.',
      remedy: 'Name an evidence file. An older one comes out of git: git show REVISION:FILE > old.json',
    });
  }
  const value = parseJson(text, { file: path, remedy: WHOLE });
  refuseOlder(checkFormat(value, text, path, WHOLE), text, path);
  try {
    return parseEvidence(text, properPath(text, path)).evidence;
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    throw new Problems(problems.map((problem) => at(path, problem)));
  }
}
