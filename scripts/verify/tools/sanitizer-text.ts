import { raceMessage, withoutAddresses } from './sanitizer-records.ts';
import type { Frame, SanitizerRecord } from './sanitizer-records.ts';

const PREFIX = /^={9} ?/;
/** Lines that begin a paragraph and report nothing. */
const NO_FINDING =
  /^(?:COMPUTE-SANITIZER|.*\bSUMMARY:|Target application returned an error|This tool is deprecated|Program hit print limit)/;
const SEVERITY = /^(Error|Warning|Info): /;
const PLACE = /\bat (\S.*)\+0x[0-9a-f]+(?: in (.+):(\d+))?(?: \[\d+ hazards?\])?$/;
const DEVICE_FRAME = /^Device Frame: ?(\S.*)\+0x[0-9a-f]+(?: in (.+):(\d+))?$/;
/** Lines that say where, by whom and through which calls: told apart from what happened. */
const CIRCUMSTANCE = /^(?:at |by thread |Saved host backtrace|Host Frame|Device Frame|in )/;
const ACCESS = /\b(\w+) access at /;

/** The lines of the tool, without its prefix. What the program printed between them is left out. */
export const toolLines = (output: string): string[] =>
  output
    .split(/\r?\n/)
    .filter((line) => PREFIX.test(line))
    .map((line) => line.replace(PREFIX, '').trimEnd());

/** A line at the margin begins a paragraph; the indented ones after it belong to it. */
function paragraphs(lines: readonly string[]): string[][] {
  const all: string[][] = [];
  for (const line of lines) {
    if (line === '') continue;
    if (line.startsWith('  ') && all.length > 0) all.at(-1)?.push(line.trim());
    else all.push([line.trim()]);
  }
  return all.filter(([first = '']) => !NO_FINDING.test(first));
}

function frameFrom(pattern: RegExp, line: string): Frame[] {
  const [, name, file, number] = pattern.exec(line) ?? [];
  if (name === undefined) return [];
  return [{ function: name, file: file ?? null, line: number === undefined ? null : Number(number) }];
}

function recordOf([headline = '', ...details]: readonly string[]): SanitizerRecord {
  const level = SEVERITY.exec(headline)?.[1]?.toLowerCase() as SanitizerRecord['severity'] | undefined;
  const lines = [headline, ...details];
  const where = lines
    .slice(0, 2)
    .flatMap((line) => frameFrom(PLACE, line))
    .slice(0, 1);
  const accesses = lines.flatMap((line) => {
    const access = ACCESS.exec(line)?.[1];
    return access === undefined ? [] : [{ access, line: frameFrom(PLACE, line)[0]?.line ?? null }];
  });
  const race = headline.includes('Race reported between');
  const said = [headline.replace(SEVERITY, ''), ...details.filter((line) => !CIRCUMSTANCE.test(line))];
  return {
    severity: level ?? 'error',
    words: said.join(' '),
    message: race ? raceMessage(accesses) : plain(said.join(', ')),
    frames: [...where, ...details.flatMap((line) => frameFrom(DEVICE_FRAME, line))],
  };
}

const plain = (text: string): string => withoutAddresses(text.replace(' detected. ', ': ').replace(/\.(?=,|$)/g, ''));

/**
 * Reads what compute-sanitizer prints, beside what the program prints: one record for each paragraph that is no banner
 * and no summary. For what was not saved as XML, or only in part.
 */
export function parseSanitizerText(output: string): SanitizerRecord[] {
  return paragraphs(toolLines(output)).map(recordOf);
}
