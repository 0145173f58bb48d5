import { Problem, problemsOf, type ProblemDetails } from '../evidence/problem.ts';
import { signoffState, type SignoffState } from '../evidence/signoff.ts';
import { signoffs as schema } from '../schema/signoff.ts';
import { placeInJson } from './json-place.ts';
import type { Files } from './files.ts';
import { filesIn } from './folders.ts';
import { checkedJson, parseJson, readText } from './read-json.ts';

const FOLDER = 'content/signoffs';

/** Who stands behind a page, or why that cannot be said. */
export type StoredSignoff =
  | { status: 'read'; state: SignoffState; file: string }
  | { status: 'unusable'; file: string; problems: ProblemDetails[] };

/** What an unsigned page's file holds: the remedy for a missing one. */
const unsigned = (page: string): string =>
  JSON.stringify({ format: { name: 'lockstep-signoffs', version: 1 }, page, records: [] });

async function readSignoff(files: Files, page: string): Promise<SignoffState> {
  const file = `${FOLDER}/${page}.json`;
  const text = await readText({ files, file, remedy: `Write to ${file}: ${unsigned(page)}` });
  // Whoever signed is in the file: what is broken is to be mended, never written anew.
  const remedy = `Mend the line, or take the file back as it was committed: git restore ${file}`;
  const value = checkedJson(schema, parseJson(text, { file, remedy }), text, { file, remedy });
  if (value.page !== page) {
    throw new Problem({
      place: placeInJson(file, text, ['page']),
      cause: 'The sign-offs lie at the path of another page.',
      expected: page,
      found: value.page,
      remedy: 'Rename the file, or mend its "page".',
    });
  }
  return signoffState(value, placeInJson(file, text, ['records']));
}

/** The sign-off of one page. A fault is data, not an exception. */
export async function storedSignoff(files: Files, page: string): Promise<StoredSignoff> {
  const file = `${FOLDER}/${page}.json`;
  try {
    return { status: 'read', state: await readSignoff(files, page), file };
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return { status: 'unusable', file, problems };
  }
}

/** Sign-off files that belong to no page. */
export async function strayProblems({ root }: Files, pages: readonly string[]): Promise<ProblemDetails[]> {
  const known = new Set(pages.map((page) => `${FOLDER}/${page}.json`));
  const found = await filesIn(root, FOLDER, '.json');
  return found
    .filter((file) => !known.has(file))
    .map((file) => ({
      place: { file },
      cause: 'These sign-offs belong to no page.',
      expected: `one of ${[...known].join(', ')}`,
      found: file,
      remedy: 'When the page was renamed, rename this file as well; when the page is gone, delete it.',
    }));
}
