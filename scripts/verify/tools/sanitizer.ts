import type { Ended } from '../../../src/schema/outcome.ts';
import type { Sanitizer } from '../../../src/schema/sanitizer.ts';
import { groupRecords } from './sanitizer-records.ts';
import type { SanitizerFinding, SanitizerRecord } from './sanitizer-records.ts';
import { parseSanitizerText, toolLines } from './sanitizer-text.ts';
import { parseSanitizerXml } from './sanitizer-xml.ts';

export { SANITIZER_KINDS } from './sanitizer-kinds.ts';
export type { SanitizerFinding } from './sanitizer-records.ts';

/** What compute-sanitizer exits with when it found something and the program itself ended well; by default it says 0. */
export const FOUND_SOMETHING = 86;

/**
 * A command that runs a program under one tool. Defaults that a version may change are given: every record is printed
 * and none cut off, a program that never used CUDA is an error, whole paths, no host frames. `options` come after them,
 * so that a plan can override each.
 */
export function sanitizerCommand(
  tool: Sanitizer['tool'],
  executable: string,
  args: readonly string[],
  options: readonly string[],
  xmlFile: string,
): string[] {
  return [
    ...['compute-sanitizer', '--tool', tool],
    ...['--error-exitcode', String(FOUND_SOMETHING)],
    ...['--require-cuda-init', 'yes', '--check-exit-code', 'yes'],
    ...['--print-limit', '0', '--print-level', 'warn'],
    ...['--demangle', 'full', '--strip-paths', 'no', '--show-backtrace', 'device'],
    ...['--xml', '--save', xmlFile],
    ...options,
    executable,
    ...args,
  ];
}

/** Why a tool judged nothing, by the words it says so with. */
const REFUSALS = [
  { reason: 'device-not-supported', words: /device not supported/i },
  { reason: 'no-injection-library', words: /unable to find injection library|failed to inject/i },
  {
    reason: 'never-used-cuda',
    words: /terminated before first instrumented API call|did not (?:use|initialize) CUDA/i,
  },
  { reason: 'no-connection', words: /no attachable process found|failed to connect|timed-out/i },
  { reason: 'internal-error', words: /internal (?:sanitizer )?error|sanitizer internal/i },
] as const;

export type RefusalReason = 'not-installed' | (typeof REFUSALS)[number]['reason'];

export type SanitizerReport =
  | {
      status: 'reported';
      findings: SanitizerFinding[];
      /** The last one; null when the tool was ended before it counted. */
      summaryLine: string | null;
    }
  /** Nothing was judged. `said` is the tool's own line. */
  | { status: 'refused'; reason: RefusalReason; said: string };

/** How a run ended, and what it left. */
export interface SanitizerOutput {
  ended: Ended;
  /** Both streams. */
  output: string;
  /** The saved file; null when there is none. */
  xml: string | null;
  /** Absolute path of the repository, which findings do not repeat. */
  root: string;
}

function refusalOf({ ended, output }: SanitizerOutput): Extract<SanitizerReport, { status: 'refused' }> | null {
  if (ended.kind === 'not-started') return { status: 'refused', reason: 'not-installed', said: ended.reason };
  const lines = toolLines(output);
  for (const { reason, words } of REFUSALS) {
    const said = lines.find((line) => words.test(line));
    if (said !== undefined) return { status: 'refused', reason, said: said.trim() };
  }
  return null;
}

/** The saved records; those that were printed where none were saved, or the run was ended while it saved them. */
function recordsOf({ ended, output, xml }: SanitizerOutput): SanitizerRecord[] {
  const printed = parseSanitizerText(output);
  if (xml === null || xml.trim() === '') return printed;
  if (ended.kind !== 'exited' && !/<\/ComputeSanitizerOutput>\s*$/.test(xml)) return printed;
  // How the program ended is printed and not saved.
  return [...parseSanitizerXml(xml), ...printed.filter(({ words }) => words.includes("didn't terminate successfully"))];
}

const SUMMARY = /^(?:ERROR|RACECHECK) SUMMARY: (\d+) .*$/;

/** What the tool counted and did not list is a finding all the same: a count above zero is never clean. */
function unlisted(findings: readonly SanitizerFinding[], summaryLine: string | null): SanitizerFinding[] {
  const counted = Number(SUMMARY.exec(summaryLine ?? '')?.[1] ?? 0);
  const count = counted - findings.reduce((sum, one) => sum + one.count, 0);
  if (summaryLine === null || count <= 0) return [];
  return [{ severity: 'error', kind: 'other', message: summaryLine, kernel: null, file: null, line: null, count }];
}

/** What one run of compute-sanitizer found, or why it judged nothing. Throws a Problem for XML it cannot read. */
export function readSanitizer(run: SanitizerOutput): SanitizerReport {
  const refusal = refusalOf(run);
  if (refusal !== null) return refusal;
  const findings = groupRecords(recordsOf(run), run.root);
  const summaryLine =
    toolLines(run.output)
      .filter((line) => SUMMARY.test(line))
      .at(-1) ?? null;
  return { status: 'reported', findings: [...findings, ...unlisted(findings, summaryLine)], summaryLine };
}
