import { endsAs, type CudaError } from '../../src/schema/outcome.ts';
import type { PlannedRun } from '../../src/schema/plan.ts';
import type { ReportLine } from '../../src/schema/report.ts';
import type { Run } from '../../src/schema/run.ts';
import type { BuiltProgram } from './build-program.ts';
import { buildFolder } from './compilation.ts';
import type { Effects, Printed } from './effects.ts';
import { endedWell } from './ended.ts';
import type { Lab } from './lab.ts';
import { notAReport, parseReport, REPORT_LIMIT, tooLong, type Report } from './parse-report.ts';
import { withoutMachine } from './paths.ts';

/** Bytes of each stream of a program that evidence keeps. */
const LIMIT = 16 << 10;

export interface RanProgram {
  run: Run;
  reports: Exclude<ReportLine, { type: 'cuda-error' }>[];
  /** Half a line that the program was stopped in; null when its report is whole. */
  dropped: string | null;
  seconds: number;
}

/** What a program reported to a file that is there. Throws Stop for one that is too long or holds anything else. */
export async function readReport(file: string, effects: Effects): Promise<Report> {
  const status = await effects.statFile(file);
  if (status !== null && status.bytes > REPORT_LIMIT) throw tooLong(file, status.bytes);
  const bytes = await effects.readFile(file);
  return parseReport(bytes === null ? '' : new TextDecoder().decode(bytes), file);
}

/** Runs one planned run in a process of its own, with its time limit, and gathers what it reported. */
export async function runProgram(
  lab: Lab,
  planned: PlannedRun,
  built: BuiltProgram,
  effects: Effects,
): Promise<RanProgram> {
  if (built.executable === null) throw new TypeError(`build ${built.build.id} has no executable to run`);
  const reportFile = `${buildFolder(lab)}/${planned.id.replace(/\//g, '-')}.report`;
  await effects.writeFile(reportFile, '');
  const command = [built.executable, ...planned.arguments];
  const ran = await effects.exec(command, {
    cwd: effects.root,
    env: { ...planned.environment, LOCKSTEP_REPORT: `${effects.root}/${reportFile}` },
    timeoutSeconds: planned.timeoutSeconds,
    limitBytes: LIMIT,
  });
  const { lines, dropped } = await readReport(reportFile, effects);
  const cudaError = firstError(lines.filter((line) => line.type === 'cuda-error'));
  // A program that ended by itself, as it should, has written whole lines.
  const isWhole = ran.ended.kind === 'exited' && (planned.ends === null || endsAs(ran.ended, cudaError, planned.ends));
  if (dropped !== null && (isWhole || endedWell(ran.ended))) throw notAReport(dropped, { file: reportFile });
  return {
    run: {
      id: planned.id,
      build: built.build.id,
      command,
      ...environmentOf(planned),
      ended: ran.ended,
      required: planned.ends,
      cudaError,
      stdout: withoutPaths(ran.stdout, effects),
      stderr: withoutPaths(ran.stderr, effects),
    },
    reports: lines.filter((line) => line.type !== 'cuda-error'),
    dropped,
    seconds: ran.seconds,
  };
}

/** What a plan sets beside a command, where it sets something. */
export function environmentOf({ environment }: Pick<PlannedRun, 'environment'>): Pick<Run, 'environment'> {
  return Object.keys(environment).length === 0 ? {} : { environment };
}

function firstError(errors: readonly Extract<ReportLine, { type: 'cuda-error' }>[]): CudaError | null {
  const [first] = errors;
  if (first === undefined) return null;
  const { type: _, ...error } = first;
  return error;
}

/** Printed text without the folders of the machine. */
export function withoutPaths(printed: Printed, effects: Effects): Printed {
  return { ...printed, text: withoutMachine(printed.text, effects) };
}
