import { parse } from '@humanwhocodes/momoa';
import type { Place } from '../evidence/problem.ts';

type JsonPath = readonly PropertyKey[];
type Node = ReturnType<typeof parse>['body'];

/** The value at one step of a path; undefined when there is none. */
function child(node: Node, key: PropertyKey): Node | undefined {
  if (node.type === 'Array') return node.elements[Number(key)]?.value;
  if (node.type !== 'Object') return undefined;
  return node.members.findLast(({ name }) => (name.type === 'String' ? name.value : name.name) === String(key))?.value;
}

/** Where in a JSON text the value at `path` stands, or the nearest one around it that is there. */
export function placeInJson(file: string, text: string, path: JsonPath): Place {
  try {
    let node = parse(text).body;
    for (const key of path) {
      const next = child(node, key);
      if (next === undefined) break;
      node = next;
    }
    const { line, column } = node.loc.start;
    return { file, line, column };
  } catch {
    return { file };
  }
}

const nameOf = (name: { type: string; value?: string; name?: string }): string => name.value ?? name.name ?? '';

/** The first key that an object of a JSON text has twice, which a parser would let pass; null when there is none. */
export function repeatedKey(file: string, text: string): { place: Place; key: string } | null {
  const waiting: Node[] = [parse(text).body];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Array') waiting.push(...node.elements.map(({ value }) => value));
    if (node.type !== 'Object') continue;
    const seen = new Set<string>();
    for (const { name, value, loc } of node.members) {
      const key = nameOf(name);
      if (seen.has(key)) return { place: { file, line: loc.start.line, column: loc.start.column }, key };
      seen.add(key);
      waiting.push(value);
    }
  }
  return null;
}

/** Where a text stops being JSON. */
export function jsonFault(file: string, text: string): Place {
  try {
    parse(text);
    return { file };
  } catch (error) {
    const { line, column } = error as { line?: number; column?: number };
    return { file, line, column };
  }
}
