/**
 * Rows of comma-separated values, quoted or not (RFC 4180): a quoted field may hold commas, line ends and doubled quotes.
 * Empty lines are no rows. A quote that is never closed ends with the text.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"?|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && row.length === 0) break;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
