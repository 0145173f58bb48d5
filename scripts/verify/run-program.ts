import type { CudaError } from '../../src/schema/outcome.ts';
import type { PlannedRun } from '../../src/schema/plan.ts';
import { reportLine, type ReportLine } from '../../src/schema/report.ts';
import type { Run } from '../../src/schema/run.ts';
import { buildFolder, type BuiltProgram } from './build-program.ts';
import type { Effects, Printed } from './effects.ts';
import type { Lab } from './lab.ts';
import { withoutRoot } from './paths.ts';
import { brokenPlan } from './stop.ts';

/** Bytes of each stream of a program that evidence keeps. */
const LIMIT = 16 << 10;

export interface RanProgram {
  run: Run;
  reports: Exclude<ReportLine, { type: 'cuda-error' }>[];
  seconds: number;
}

/** Reads what a program reported. Throws Stop for a line that is no report. */
export function parseReport(text: string, file: string): ReportLine[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => {
      const parsed = reportLine.safeParse(asJson(line));
      if (parsed.success) return parsed.data;
      throw brokenPlan({
        place: { file, line: number },
        cause: 'A program reported a line that the verification does not understand.',
        expected: 'one JSON object as src/schema/report.ts declares it',
        found: line.length > 200 ? `${line.slice(0, 200)}…` : line,
        remedy: 'Report through the functions of code/common, or mend the line.',
      });
    });
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
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
    env: { LOCKSTEP_REPORT: `${effects.root}/${reportFile}` },
    timeoutSeconds: planned.timeoutSeconds,
    limitBytes: LIMIT,
  });
  const bytes = await effects.readFile(reportFile);
  const lines = parseReport(bytes === null ? '' : new TextDecoder().decode(bytes), reportFile);
  const errors = lines.filter((line) => line.type === 'cuda-error');
  return {
    run: {
      id: planned.id,
      build: built.build.id,
      command,
      ended: ran.ended,
      required: planned.ends,
      cudaError: firstError(errors),
      stdout: withoutPaths(ran.stdout, effects.root),
      stderr: withoutPaths(ran.stderr, effects.root),
    },
    reports: lines.filter((line) => line.type !== 'cuda-error'),
    seconds: ran.seconds,
  };
}

function firstError(errors: readonly Extract<ReportLine, { type: 'cuda-error' }>[]): CudaError | null {
  const [first] = errors;
  if (first === undefined) return null;
  const { type: _, ...error } = first;
  return error;
}

function withoutPaths(printed: Printed, root: string): Printed {
  return { ...printed, text: withoutRoot(printed.text, root) };
}
