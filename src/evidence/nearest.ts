import leven from 'leven';

/** Names at least this like the wanted one count as near: edits per character. */
const FARTHEST = 0.6;

/** The known names most like the wanted one, nearest first, at most three. */
export function nearest(wanted: string, known: readonly string[]): string[] {
  return known
    .map((name) => ({ name, distance: leven(wanted, name) / Math.max(wanted.length, name.length, 1) }))
    .filter(({ name, distance }) => distance <= FARTHEST || name.includes(wanted) || wanted.includes(name))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `one of "a", "b"`, or the nearest of many; says so when there is none at all. */
export function expectedName(wanted: string, known: readonly string[]): string {
  if (known.length === 0) return 'nothing: there is none';
  const near = nearest(wanted, known);
  if (near.length > 0) return `a known name; nearest: ${near.map((name) => `"${name}"`).join(', ')}`;
  const shown = known.slice(0, 12).map((name) => `"${name}"`);
  const more = known.length - shown.length;
  return `one of ${shown.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}
