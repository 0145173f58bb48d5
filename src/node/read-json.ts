import type { z } from 'zod';
import { Problem, Problems } from '../evidence/problem.ts';
import type { Files } from './files.ts';
import { jsonFault, repeatedKey, placeInJson } from './json-place.ts';
import { schemaProblems } from './schema-problems.ts';

/** A file of the repository that holds JSON, and what to do when it is wrong. */
export interface JsonSource {
  files: Files;
  /** Path inside the repository. */
  file: string;
  remedy: string;
}

/** Text of a file of the repository. Throws Problem when it is not there. */
export async function readText({ files, file, remedy }: JsonSource): Promise<string> {
  const bytes = await files.read(file);
  if (bytes !== null) return bytes.toString('utf8');
  throw new Problem({
    place: { file },
    cause: 'The file is missing.',
    expected: 'a JSON file',
    found: 'no file',
    remedy,
  });
}

/** Throws Problem at the place where the text stops being JSON. */
export function parseJson(text: string, { file, remedy }: Omit<JsonSource, 'files'>): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const found = (error as SyntaxError).message.replace(/ in JSON at position.*$/, '');
    throw new Problem({
      place: jsonFault(file, text),
      cause: 'The file is not JSON.',
      expected: 'a whole JSON text',
      found,
      remedy,
    });
  }
  const repeated = repeatedKey(file, text);
  if (repeated === null) return value;
  throw new Problem({
    place: repeated.place,
    cause: `The key "${repeated.key}" stands twice in one object, and only the last would count.`,
    expected: 'each key once',
    found: `"${repeated.key}" again`,
    remedy,
  });
}

/** The value as the schema types it. Throws Problems, one for each fault, with its line. */
export function checkedJson<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  text: string,
  source: Omit<JsonSource, 'files'>,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Problems(
    schemaProblems(result.error.issues, value, (path) => placeInJson(source.file, text, path), source.remedy),
  );
}

/** Reads, parses and checks. Throws Problem or Problems. */
export async function readJson<Schema extends z.ZodType>(
  schema: Schema,
  source: JsonSource,
): Promise<z.output<Schema>> {
  const text = await readText(source);
  return checkedJson(schema, parseJson(text, source), text, source);
}
