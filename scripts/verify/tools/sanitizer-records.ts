import type { Sanitizer } from '../../../src/schema/sanitizer.ts';
import { statedPath } from '../paths.ts';
import { kindOf } from './sanitizer-kinds.ts';

export type SanitizerFinding = Sanitizer['findings'][number];

/** One function of the device's call stack at a finding. */
export interface Frame {
  function: string | null;
  file: string | null;
  line: number | null;
}

/** One record of the tool, whichever form it was printed in. */
export interface SanitizerRecord {
  severity: SanitizerFinding['severity'];
  /** All that the tool said, to tell the kind by. */
  words: string;
  message: string;
  /** Innermost first; the last is the kernel. */
  frames: Frame[];
}

/** `race_tail(int *)` without its parameters; template arguments stay. */
const withoutParameters = (name: string): string => name.replace(/^([^(]+)\(.*\)(?: const)?$/, '$1');

/** What differs from run to run: addresses. */
export const withoutAddresses = (text: string): string =>
  text
    .replace(/(?: at)? 0x[0-9a-f]{6,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The line to show: the innermost one of the project; of a toolkit's header when there is no other. */
function placeOf(frames: readonly Frame[], root: string): Pick<SanitizerFinding, 'file' | 'line'> {
  const places = frames.flatMap(({ file, line }) => (file === null ? [] : [{ file: statedPath(file, root), line }]));
  const own = places.find(({ file }) => !file.startsWith('<'));
  return own ?? places[0] ?? { file: null, line: null };
}

/** One record as a finding of its own. */
function findingOf({ severity, words, message, frames }: SanitizerRecord, root: string): SanitizerFinding {
  const kernel = frames.at(-1)?.function ?? null;
  return {
    severity,
    kind: kindOf(words, severity),
    message,
    kernel: kernel === null ? null : withoutParameters(kernel),
    ...placeOf(frames, root),
    count: 1,
  };
}

/**
 * Findings of one kind in one line of one kernel as one, with how many records there were and the message of the first:
 * a barrier error has a record for each thread. They stand in the order of their first record.
 */
export function groupRecords(records: readonly SanitizerRecord[], root: string): SanitizerFinding[] {
  const found = new Map<string, SanitizerFinding>();
  for (const record of records) {
    const one = findingOf(record, root);
    const key = JSON.stringify([one.kind, one.severity, one.kernel, one.file, one.line]);
    const known = found.get(key);
    if (known === undefined) found.set(key, one);
    else known.count += 1;
  }
  return [...found.values()];
}

/** A race in the same words for both forms: `Race between Write at line 11 and Read at line 11`. */
export function raceMessage(accesses: readonly { access: string; line: number | null }[]): string {
  const texts = accesses.map(({ access, line }) => (line === null ? access : `${access} at line ${line}`));
  const [first = 'an access', ...others] = texts;
  return `Race between ${first} and ${[...new Set(others)].join(', ') || 'another'}`;
}
