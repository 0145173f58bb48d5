import { LineCounter, isNode, parseDocument, type Document } from 'yaml';
import type { Place, ProblemDetails } from '../evidence/problem.ts';
import { dayPage } from '../schema/page.ts';
import type { Files } from './files.ts';
import { readText } from './read-json.ts';
import { schemaProblems } from './schema-problems.ts';

const REMEDY = 'Change the frontmatter; src/schema/page.ts says what it holds.';

/** The frontmatter, with the lines before it blank so that its lines are those of the file. */
function frontmatterOf(text: string): string | null {
  const found = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  return found === undefined ? null : `\n${found}`;
}

/** Where the value at a path stands, or the nearest one around it that is there. */
function placeInYaml(document: Document, lines: LineCounter, path: readonly PropertyKey[], file: string): Place {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    const { line, col } = lines.linePos(node.range[0]);
    return { file, line, column: col };
  }
  return { file, line: 1 };
}

/** Everything wrong with the frontmatter of a day, each fault with its line. */
export async function frontmatterProblems(files: Files, file: string): Promise<ProblemDetails[]> {
  const frontmatter = frontmatterOf(await readText({ files, file, remedy: REMEDY }));
  if (frontmatter === null) {
    const expected = 'frontmatter between two lines of "---"';
    return [
      { place: { file, line: 1 }, cause: 'The page has no frontmatter.', expected, found: 'none', remedy: REMEDY },
    ];
  }
  const lines = new LineCounter();
  const document = parseDocument(frontmatter, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    const place = { file, line, column: col };
    return [{ place, cause: 'The frontmatter is not YAML.', expected: 'YAML', found: fault.message, remedy: REMEDY }];
  }
  const value: unknown = document.toJS();
  const result = dayPage.safeParse(value);
  if (result.success) return [];
  const placeOf = (path: readonly PropertyKey[]): Place => placeInYaml(document, lines, path, file);
  return schemaProblems(result.error.issues, value, placeOf, REMEDY);
}
