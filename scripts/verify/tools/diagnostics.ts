import type { Warning } from '../../../src/schema/build.ts';

interface Heading extends Pick<Warning, 'from' | 'text'> {
  file: string | null;
  line: number | null;
  severity: string;
}

const FRONT_END = /^(.+?)\((\d+)\): (warning|error|note|remark)(?: (#[\w-]+))?: (.*)$/;
const HOST = /^(.+?):(\d+):(?:\d+:)? (warning|error|fatal error|note): (.*)$/;
const HOST_WITHOUT_PLACE = /^(?:\S*\/)?([\w.+-]+): (warning|error|fatal error|note): (.*)$/;
const TOOL = /^(nvcc|ptxas|nvlink|fatbinary|cicc|cudafe\+\+) (?:\S.*?, line (\d+); )?(warning|info|error|fatal)\s*: (.*)$/;

/** Information that costs the reader performance is a warning whatever ptxas calls it. */
const LOSS = /^\(C\d+\) Potential Performance Loss/;

const readers: ((line: string) => Heading | null)[] = [
  (line) => {
    const [, file = '', at, severity, number, text = ''] = FRONT_END.exec(line) ?? [];
    if (severity === undefined) return null;
    return { from: 'device', file, line: Number(at), severity, text: number === undefined ? text : `${number}: ${text}` };
  },
  (line) => {
    const [, file = '', at, severity, text = ''] = HOST.exec(line) ?? [];
    return severity === undefined ? null : { from: 'host', file, line: Number(at), severity, text };
  },
  (line) => {
    const [, tool, ptxLine, severity = '', message = ''] = TOOL.exec(line) ?? [];
    if (tool === undefined) return null;
    const from = tool === 'ptxas' || tool === 'nvlink' ? 'assembler' : 'unknown';
    const text = ptxLine === undefined ? message : `${message} (line ${ptxLine} of the PTX)`;
    return { from, file: null, line: null, severity: LOSS.test(message) ? 'warning' : severity, text };
  },
  (line) => {
    const [, tool, severity = '', text = ''] = HOST_WITHOUT_PLACE.exec(line) ?? [];
    return tool === undefined ? null : { from: 'host', file: null, line: null, severity, text: `${tool}: ${text}` };
  },
];

function headingOf(line: string): Heading | null {
  for (const read of readers) {
    const heading = read(line);
    if (heading !== null) return heading;
  }
  return null;
}

/**
 * Reads the warnings from what nvcc prints to its error stream: `device` for nvcc's own front end (it sees host code
 * too), `host` for the host compiler and linker, `assembler` for ptxas and nvlink, `unknown` for the driver. The text
 * holds the message, the source excerpt and the notes under it. The front end runs once for the host and once for the
 * device, so what it says twice is kept once. Paths are as printed: absolute where the command named them so. Errors
 * are no warnings; those of a failed build are its own words.
 */
export function parseDiagnostics(stderr: string): Warning[] {
  const found: Warning[] = [];
  let current: Warning | null = null;
  for (const line of stderr.split(/\r?\n/)) {
    const heading = headingOf(line);
    const detail = heading === null ? /^\s+\S/.test(line) : heading.severity === 'note';
    if (detail) {
      if (current !== null) current.text += `\n${line.trimEnd()}`;
    } else if (heading?.severity === 'warning') {
      const { severity: _, ...warning } = heading;
      current = warning;
      found.push(warning);
    } else current = null;
  }
  return [...new Map(found.map((warning) => [JSON.stringify(warning), warning])).values()];
}
