import type { Warning } from '../../../src/schema/build.ts';

interface Heading extends Warning {
  severity: string;
  /** Puts the place back before the text, as the tool prints it. */
  placed: (file: string) => string;
}

const FRONT_END = /^(.+?)\((\d+)\): (warning|error|note|remark)(?: (#[\w-]+))?: (.*)$/;
const HOST = /^(.+?):(\d+):(?:\d+:)? (warning|error|fatal error|note): (.*)$/;
const HOST_WITHOUT_PLACE = /^(?:\S*\/)?([\w.+-]+): (warning|error|fatal error|note): (.*)$/;
const TOOL =
  /^(nvcc|ptxas|nvlink|fatbinary|cicc|cudafe\+\+) (?:\S.*?, line (\d+); )?(warning|info|error|fatal)\s*: (.*)$/;

/** Information that costs performance is a warning whatever ptxas calls it. */
const LOSS = /^\(C\d+\) Potential Performance Loss/;

type Reader = (line: string) => Heading | null;

const frontEnd: Reader = (line) => {
  const [, file = '', at, severity, number, message = ''] = FRONT_END.exec(line) ?? [];
  if (severity === undefined) return null;
  const text = number === undefined ? message : `${number}: ${message}`;
  return { from: 'device', file, line: Number(at), severity, text, placed: (name) => name + line.slice(file.length) };
};

const host: Reader = (line) => {
  const [, file = '', at, severity, text = ''] = HOST.exec(line) ?? [];
  if (severity === undefined) return null;
  return { from: 'host', file, line: Number(at), severity, text, placed: (name) => name + line.slice(file.length) };
};

const deviceTool: Reader = (line) => {
  const [, tool, ptxLine, severity = '', message = ''] = TOOL.exec(line) ?? [];
  if (tool === undefined) return null;
  const from = tool === 'ptxas' || tool === 'nvlink' ? 'assembler' : 'unknown';
  const text = ptxLine === undefined ? message : `${message} (line ${ptxLine} of the PTX)`;
  const warns = LOSS.test(message) ? 'warning' : severity;
  return { from, file: null, line: null, severity: warns, text, placed: () => line };
};

const hostTool: Reader = (line) => {
  const [, tool, severity = '', text = ''] = HOST_WITHOUT_PLACE.exec(line) ?? [];
  if (tool === undefined) return null;
  return { from: 'host', file: null, line: null, severity, text: `${tool}: ${text}`, placed: () => line };
};

function headingOf(line: string): Heading | null {
  for (const read of [frontEnd, host, deviceTool, hostTool]) {
    const heading = read(line);
    if (heading !== null) return heading;
  }
  return null;
}

/**
 * Reads the warnings from what nvcc prints to its error stream: `device` for nvcc's own front end (it sees host code
 * too), `host` for the host compiler and linker, `assembler` for ptxas and nvlink, `unknown` for the driver. The text
 * holds the message, the source excerpt and the notes under it. The front end runs once for the host and once for the
 * device, so what it says twice is kept once. `state` gives the name by which a printed path is known, in `file` and
 * in the notes; without it paths are as printed. Errors are no warnings; those of a failed build are its own words.
 */
export function parseDiagnostics(stderr: string, state: (path: string) => string = (path) => path): Warning[] {
  const found: Warning[] = [];
  let current: Warning | null = null;
  for (const line of stderr.split(/\r?\n/)) {
    const heading = headingOf(line);
    const file = typeof heading?.file === 'string' ? state(heading.file) : null;
    if (heading === null ? /^\s+\S/.test(line) : heading.severity === 'note') {
      const detail = heading === null || file === null ? line : heading.placed(file);
      if (current !== null) current.text += `\n${detail.trimEnd()}`;
    } else if (heading?.severity === 'warning') {
      current = { from: heading.from, file, line: heading.line, text: heading.text };
      found.push(current);
    } else current = null;
  }
  return [...new Map(found.map((warning) => [JSON.stringify(warning), warning])).values()];
}
