import { reportLine, type ReportLine } from '../../src/schema/report.ts';
import { asJson } from './as-json.ts';
import { brokenPlan } from './stop.ts';

/** Bytes of a report that are read. */
export const REPORT_LIMIT = 64 << 20;

export interface Report {
  lines: ReportLine[];
  /** What a program that was stopped had begun to write; null when its last line is whole. */
  dropped: string | null;
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/**
 * Reads what a program reported. A last line without its end, which is no report, is told from the others: a program
 * that was killed may have been writing it. Throws Stop for any other line that is no report.
 */
export function parseReport(text: string, file: string): Report {
  const lines: ReportLine[] = [];
  const written = text.split('\n');
  for (const [index, line] of written.entries()) {
    if (line.trim() === '') continue;
    const parsed = reportLine.safeParse(asJson(line));
    if (parsed.success) lines.push(parsed.data);
    else if (index === written.length - 1) return { lines, dropped: line };
    else throw notAReport(line, { file, line: index + 1 });
  }
  return { lines, dropped: null };
}

/** A line that is no report, at its place. */
export function notAReport(line: string, place: { file: string; line?: number }): Error {
  return brokenPlan({
    place,
    cause: 'A program reported a line that the verification does not understand.',
    expected: 'one JSON object as src/schema/report.ts declares it',
    found: shortened(line),
    remedy: 'Report through the functions of code/common, or mend the line.',
  });
}

/** A report that cannot be held in memory, let alone in evidence. */
export function tooLong(file: string, bytes: number): Error {
  return brokenPlan({
    place: { file },
    cause: 'A program reported more than the verification reads.',
    expected: `at most ${String(REPORT_LIMIT >> 20)} MiB`,
    found: `${String(bytes)} bytes`,
    remedy: 'Report less: a vector of fewer values, fewer samples, or nothing inside a loop that does not end.',
  });
}
