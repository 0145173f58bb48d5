import type { z } from 'zod';
import type { Place, ProblemDetails } from '../evidence/problem.ts';

type Issue = z.core.$ZodIssue;

const LONGEST = 80;

/** `measurements[3].unit` */
function describePath(path: readonly PropertyKey[]): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${String(key)}]` : `${at === 0 ? '' : '.'}${String(key)}`))
    .join('');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

function expectedBy(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') {
    return issue.expected === 'int' ? 'a whole number' : `a value of type ${issue.expected}`;
  }
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  return issue.code === 'unrecognized_keys' ? 'no key beside those of the schema' : undefined;
}

/** Says one fault that zod found in our words. */
function schemaProblem(issue: Issue, value: unknown, placeOf: PlaceOf, remedy: string): ProblemDetails {
  const where = describePath(issue.path) || 'the whole file';
  return {
    place: placeOf(issue.path),
    cause: `${where}: ${issue.message}`,
    expected: expectedBy(issue),
    found: issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : describeValue(valueAt(value, issue.path)),
    remedy,
  };
}

type PlaceOf = (path: readonly PropertyKey[]) => Place;

/** Every fault that a schema found in a value. `placeOf` says where the value at a path was written. */
export function schemaProblems(
  issues: readonly Issue[],
  value: unknown,
  placeOf: PlaceOf,
  remedy: string,
): ProblemDetails[] {
  return issues.map((issue) => schemaProblem(issue, value, placeOf, remedy));
}
