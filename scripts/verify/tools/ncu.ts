import { expectedName } from '../../../src/evidence/nearest.ts';
import { Problem } from '../../../src/evidence/problem.ts';
import type { Place } from '../../../src/evidence/problem.ts';
import type { Profile } from '../../../src/schema/profile.ts';
import { parseCsv } from './csv.ts';
import { unreadable } from './unreadable.ts';

/** What to profile, and where the profiler writes. */
export interface NcuRequest {
  /** As written after __global__ void: ncu compares whole names. */
  kernel: string;
  /** Launches of the kernel before the one that is read; left out, the first is. */
  skipLaunches?: number | undefined;
  metrics: readonly string[];
  executable: string;
  args: readonly string[];
  /** ncu writes here what would else stand among the program's own output. */
  logFile: string;
}

/**
 * A command that reads counters of one launch of a kernel. Clocks stay as they are: to lock them needs a privilege
 * that containers and MIG lack, and the counters that evidence keeps are ratios and counts. Caches are flushed before
 * each replay. Run it with LC_ALL=C, or numbers come with decimal commas.
 */
export function ncuCommand({ kernel, skipLaunches, metrics, executable, args, logFile }: NcuRequest): string[] {
  return [
    ...['ncu', '--csv', '--page', 'raw', '--print-units', 'base'],
    ...['--clock-control', 'none', '--cache-control', 'all', '--replay-mode', 'kernel'],
    ...['--target-processes', 'application-only'],
    ...['--kernel-name-base', 'function', '--kernel-name', kernel],
    // ncu counts only launches that its filters let through.
    ...(skipLaunches === undefined ? [] : ['--launch-skip', String(skipLaunches)]),
    ...['--launch-count', '1'],
    ...['--metrics', metrics.join(',')],
    ...['--log-file', logFile],
    executable,
    ...args,
  ];
}

export interface NcuMetric {
  name: string;
  /** The profiler's own word; empty for a bare number. */
  unit: string;
  /** Text where it is no number, as a name of a policy. */
  value: number | string;
}

/** One launch of a kernel that was profiled, in the order of launches. */
export interface NcuLaunch {
  id: string;
  /** With its parameters: `ladder(int *)`. */
  kernel: string;
  metrics: NcuMetric[];
}

/** The same with the section that a metric stands in. */
export interface NcuDetails extends Omit<NcuLaunch, 'metrics'> {
  metrics: (NcuMetric & { section: string })[];
}

const NUMBER = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** `1,234.5` as a number. A decimal comma, `17,98`, is no number: it would read as another one. */
const valueOf = (printed: string): number | string =>
  NUMBER.test(printed) ? Number(printed.replaceAll(',', '')) : printed;

/** The rows from the header on, each as long as the header; shorter rows are filled up. Null when there is no header. */
function tableOf(text: string): { header: string[]; rows: string[][] } | null {
  const lines = text.split(/\r?\n/).filter((line) => !/^==[A-Z]+==/.test(line));
  const start = lines.findIndex((line) => line.startsWith('"ID",'));
  if (start === -1) return null;
  const [header = [], ...rows] = parseCsv(lines.slice(start).join('\n'));
  for (const row of rows) {
    if (row.length > header.length || row.length < 11) {
      throw unreadable('ncu', start + 1, `rows of ${header.length} columns`, row.join(','));
    }
  }
  return { header, rows };
}

/** Columns that say which launch a row is of; all others of the raw page are metrics. */
const LAUNCH_COLUMNS = [
  'ID',
  'Process ID',
  'Process Name',
  'Host Name',
  'Kernel Name',
  'Context',
  'Stream',
  'Block Size',
  'Grid Size',
  'Device',
  'CC',
];

/**
 * Reads `ncu --csv --page raw`: a row of units under the header, then a row for each launch. What ncu says before it is
 * passed over. Null when there is no table.
 */
export function parseNcuRaw(text: string): NcuLaunch[] | null {
  const table = tableOf(text);
  if (table === null) return null;
  const { header, rows } = table;
  const [units = [], ...launches] = rows;
  if (units[0] !== '') throw unreadable('ncu', 1, 'a row of units under the header', units.join(','));
  const named = header.flatMap((name, column) => (LAUNCH_COLUMNS.includes(name) ? [] : [{ name, column }]));
  return launches.map((row) => ({
    id: row[header.indexOf('ID')] ?? '',
    kernel: row[header.indexOf('Kernel Name')] ?? '',
    metrics: named.flatMap(({ name, column }) => {
      const printed = row[column] ?? '';
      return printed === '' ? [] : [{ name, unit: units[column] ?? '', value: valueOf(printed) }];
    }),
  }));
}

/**
 * Reads `ncu --csv --page details`: a row for each metric of each launch, named as the sections name them. Rows that
 * give advice instead are left out. Null when there is no table.
 */
export function parseNcuDetails(text: string): NcuDetails[] | null {
  const table = tableOf(text);
  if (table === null) return null;
  const { header, rows } = table;
  const launches = new Map<string, NcuDetails>();
  for (const row of rows) {
    const cell = (name: string): string => row[header.indexOf(name)] ?? '';
    const launch = launches.get(cell('ID')) ?? { id: cell('ID'), kernel: cell('Kernel Name'), metrics: [] };
    launches.set(launch.id, launch);
    if (cell('Metric Name') === '') continue;
    launch.metrics.push({
      section: cell('Section Name'),
      name: cell('Metric Name'),
      unit: cell('Metric Unit'),
      value: valueOf(cell('Metric Value')),
    });
  }
  return [...launches.values()];
}

/** What ncu says about itself, without the marks: errors first, then warnings. */
function complaints(text: string): string[] {
  const said = (mark: string): string[] =>
    text
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`==${mark}==`))
      .map((line) => line.slice(mark.length + 4).trim());
  return [...said('ERROR'), ...said('WARNING')];
}

/** Whether a sentence of ncu's is about this metric: names may begin alike. */
const isAbout = (line: string, name: string): boolean =>
  line.split(/[^\w.]+/).some((word) => word.replace(/\.$/, '') === name);

function unknownMetric(name: string, known: readonly string[], said: string | undefined, place: Place): Problem {
  return new Problem({
    place,
    cause: `ncu knows no metric "${name}" on this device${said === undefined ? '.' : `: ${said}`}`,
    expected: known.length === 0 ? 'a name that ncu --query-metrics lists' : expectedName(name, known),
    found: `"${name}"`,
    remedy:
      'Change the name in the plan. ncu --query-metrics prints the names, --query-metrics-mode suffix their ends.',
  });
}

/** Values by the names that were asked for, in their order. Throws a Problem for a name without a value. */
function wanted(launch: NcuLaunch, text: string, metrics: readonly string[], place: Place): NcuLaunchValues {
  return metrics.map((name) => {
    const found = launch.metrics.find((metric) => metric.name === name);
    const said = complaints(text).find((line) => isAbout(line, name));
    const known = launch.metrics.map((metric) => metric.name);
    if (found === undefined) throw unknownMetric(name, known, said, place);
    const { unit, value } = found;
    if (typeof value === 'number') return { name, unit, value };
    throw new Problem({
      place,
      cause: `ncu gives no number for "${name}".`,
      expected: 'a number with a decimal point',
      found: `"${value}"`,
      remedy: 'Ask for a metric that has a number on this device, and run ncu with LC_ALL=C.',
    });
  });
}

type NcuLaunchValues = Extract<Profile['result'], { status: 'read' }>['metrics'];

/**
 * What one run of `ncuCommand` read: the metrics asked for of the one launch, or why there are none, in the profiler's
 * words. `place` is where the metrics are asked for. Throws a Problem for a metric that the device does not have.
 */
export function readNcu(text: string, metrics: readonly string[], place: Place): Profile['result'] {
  const said = complaints(text);
  const notPermitted = said.find((line) => line.includes('ERR_NVGPUCTRPERM'));
  if (notPermitted !== undefined) return { status: 'not-permitted', said: notPermitted };
  const launch = parseNcuRaw(text)?.[0];
  if (launch !== undefined) return { status: 'read', metrics: wanted(launch, text, metrics, place) };
  for (const line of said.filter((one) => /metric/i.test(one))) {
    const name = metrics.find((one) => isAbout(line, one));
    if (name !== undefined) throw unknownMetric(name, [], line, place);
  }
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('==PROF=='));
  return { status: 'unavailable', said: said[0] ?? first?.trim() ?? 'ncu printed nothing' };
}
