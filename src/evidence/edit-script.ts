/** One line of an edit script. */
export interface Edit {
  kind: 'kept' | 'removed' | 'added';
  text: string;
}

/** Cells of the table that an alignment may take: two kernels of four thousand instructions. */
const MOST_CELLS = 16_000_000;

/** How many lines both begin with. */
function sharedStart(first: readonly string[], second: readonly string[]): number {
  const most = Math.min(first.length, second.length);
  let count = 0;
  while (count < most && first[count] === second[count]) count += 1;
  return count;
}

/** Lengths of the longest common subsequences of all ends of the two: row by row, `second.length + 1` wide. */
function lengths(first: readonly string[], second: readonly string[]): Uint16Array {
  const width = second.length + 1;
  const table = new Uint16Array((first.length + 1) * width);
  for (let row = first.length - 1; row >= 0; row--) {
    for (let column = second.length - 1; column >= 0; column--) {
      const at = row * width + column;
      table[at] =
        first[row] === second[column]
          ? (table[at + width + 1] ?? 0) + 1
          : Math.max(table[at + width] ?? 0, table[at + 1] ?? 0);
    }
  }
  return table;
}

const all = (kind: Edit['kind'], lines: readonly string[]): Edit[] => lines.map((text) => ({ kind, text }));

/** What is removed stands before what is added in its place. */
function align(first: readonly string[], second: readonly string[]): Edit[] {
  const width = second.length + 1;
  const table = lengths(first, second);
  const edits: Edit[] = [];
  let [row, column] = [0, 0];
  while (row < first.length && column < second.length) {
    const [one = '', other = ''] = [first[row], second[column]];
    if (one === other) {
      edits.push({ kind: 'kept', text: one });
      row += 1;
      column += 1;
    } else if ((table[(row + 1) * width + column] ?? 0) >= (table[row * width + column + 1] ?? 0)) {
      edits.push({ kind: 'removed', text: one });
      row += 1;
    } else {
      edits.push({ kind: 'added', text: other });
      column += 1;
    }
  }
  return [...edits, ...all('removed', first.slice(row)), ...all('added', second.slice(column))];
}

/**
 * A shortest edit script from one sequence of lines to another, by their longest common subsequence. Sequences too long
 * to align are replaced whole between what they begin and end with.
 */
export function editScript(first: readonly string[], second: readonly string[]): Edit[] {
  const start = sharedStart(first, second);
  const end = sharedStart([...first.slice(start)].reverse(), [...second.slice(start)].reverse());
  const [before, after] = [first.slice(start, first.length - end), second.slice(start, second.length - end)];
  const middle =
    (before.length + 1) * (after.length + 1) > MOST_CELLS
      ? [...all('removed', before), ...all('added', after)]
      : align(before, after);
  return [...all('kept', first.slice(0, start)), ...middle, ...all('kept', first.slice(first.length - end))];
}
