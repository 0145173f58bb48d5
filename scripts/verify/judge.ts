import { holds, type Check } from '../../src/schema/check.ts';
import type { Comparison, Measurement } from '../../src/schema/measurement.ts';
import type { Vector } from '../../src/schema/model.ts';
import type { Plan, PlannedInstructionCount, PlannedMeasurement } from '../../src/schema/plan.ts';
import { countOpcode, type Listing } from '../../src/schema/sass.ts';
import { ratioOfMedians, summarize, verdictOf } from '../../src/schema/statistics.ts';
import { describeEnd } from './ended.ts';
import type { Lab } from './lab.ts';
import type { RanProgram } from './run-program.ts';
import { brokenPlan } from './stop.ts';

const BOOTSTRAP = { resamples: 1000, seed: 20_260_101, confidence: 0.95, blockRounds: 2 };
/** Ratios of one program differed by a few tenths of a percent between processes; a verdict keeps clear of that. */
const LEAST_EFFECT = 0.005;

type Report = RanProgram['reports'][number];
type ReportOf<Type extends Report['type']> = Extract<Report, { type: Type }>;

function unexpectedReport(report: Report, run: string, fault: string, lab: Lab): Error {
  return brokenPlan({
    place: { file: lab.planFile },
    cause: `Run "${run}" reported the ${report.type} "${report.id}"${fault}.`,
    expected: `each ${report.type} once, from the run that the plan names for it`,
    found: report.id,
    remedy: `Add "${report.id}" to the plan's list, or take the report out of the program.`,
  });
}

/**
 * All reports of one type by id. Throws Stop for an id reported twice, or by a run that the plan does not expect it
 * from; `planned` is null for reports that need no entry in the plan.
 */
function reportsById<Type extends Report['type']>(
  type: Type,
  ran: readonly RanProgram[],
  planned: readonly { id: string; run: string }[] | null,
  lab: Lab,
): Map<string, { report: ReportOf<Type>; run: string }> {
  const found = new Map<string, { report: ReportOf<Type>; run: string }>();
  const isWanted = (report: Report): report is ReportOf<Type> => report.type === type;
  for (const { run, reports } of ran) {
    for (const report of reports.filter(isWanted)) {
      const { id }: Report = report;
      if (found.has(id)) throw unexpectedReport(report, run.id, ' twice', lab);
      if (planned?.some((entry) => entry.id === id && entry.run === run.id) === false) {
        throw unexpectedReport(report, run.id, ', which the plan does not expect from it', lab);
      }
      found.set(id, { report, run: run.id });
    }
  }
  return found;
}

/** How a run ended, for the reason of a value that it never reported. */
function endOf(run: string, ran: readonly RanProgram[]): string {
  const ended = ran.find((one) => one.run.id === run)?.run.ended;
  if (ended === undefined) return `run "${run}" did not take place`;
  const said = `run "${run}" ${describeEnd(ended)}`;
  if (ended.kind === 'not-started' || ended.kind === 'skipped') return said;
  return ended.kind === 'exited' ? `${said} without reporting it` : `${said} before it reported it`;
}

/** Checks that programs reported, in the order of the plan. A check that nobody reported is one of them. */
export function judgeReportedChecks(lab: Lab, ran: readonly RanProgram[]): Check[] {
  const reported = reportsById('check', ran, lab.plan.checks, lab);
  return lab.plan.checks.map(({ id, run, kind, description }) => {
    const report = reported.get(id)?.report;
    const origin = { kind: 'run' as const, run };
    const base = { id, kind, description, origin };
    if (report === undefined) return { ...base, result: { status: 'not-reported', reason: endOf(run, ran) } };
    const { expected, got, tolerance } = report;
    if (expected === undefined) return { ...base, result: { status: 'recorded', got } };
    return {
      ...base,
      result: { status: 'judged', expected, got, tolerance, holds: holds(expected, got, tolerance) },
    };
  });
}

function countedIn(listing: Listing | undefined, planned: PlannedInstructionCount): Check['result'] {
  if (listing === undefined) return { status: 'not-reported', reason: 'the machine code could not be listed' };
  const got = countOpcode(listing, planned.opcode);
  return { status: 'judged', expected: planned.expected, got, tolerance: 0, holds: got === planned.expected };
}

/** Counts of instructions that the plan states, for every target of the program that was built. */
export function judgeInstructionCounts(
  plan: Plan,
  built: readonly { program: string; target: string }[],
  listings: readonly Listing[],
): Check[] {
  return plan.instructionCounts.flatMap((planned) =>
    built
      .filter(({ program }) => program === planned.program)
      .map(({ target }): Check => {
        const listing = listings.find(
          (one) => one.program === planned.program && one.target === target && one.kernel === planned.kernel,
        );
        return {
          id: `${planned.id}/${target}`,
          kind: planned.kind,
          description: `${planned.description}, ${target}`,
          origin: {
            kind: 'sass',
            build: `${planned.program}/${target}`,
            kernel: planned.kernel,
            target,
            opcode: planned.opcode,
          },
          result: countedIn(listing, planned),
        };
      }),
  );
}

function measured(planned: PlannedMeasurement, report: ReportOf<'measurement'>, lab: Lab): Measurement {
  if (report.unit !== planned.unit) {
    throw brokenPlan({
      place: { file: lab.planFile },
      cause: `Measurement "${planned.id}" has one unit in the plan and another in the program.`,
      expected: planned.unit,
      found: report.unit,
      remedy: 'State the same unit in both.',
    });
  }
  const { id, unit, method, conditions, samples, discarded } = report;
  return {
    basis: 'samples',
    id,
    description: planned.description,
    unit,
    ...(planned.bytes === undefined ? {} : { bytes: planned.bytes }),
    run: planned.run,
    method: { kind: 'sampled-in-turn', ...method },
    conditions,
    samples,
    discarded,
    summary: summarize(samples),
  };
}

/** Measurements in the order of the plan. Throws Stop when a run that ended well did not report one. */
export function judgeMeasurements(lab: Lab, ran: readonly RanProgram[]): Measurement[] {
  const reported = reportsById('measurement', ran, lab.plan.measurements, lab);
  return lab.plan.measurements.flatMap((planned) => {
    const report = reported.get(planned.id)?.report;
    if (report !== undefined) return [measured(planned, report, lab)];
    const run = ran.find((one) => one.run.id === planned.run)?.run;
    if (run?.ended.kind === 'exited' && run.ended.code === 0) {
      throw brokenPlan({
        place: { file: lab.planFile },
        cause: `Run "${planned.run}" ended well and did not report the measurement "${planned.id}".`,
        expected: `a measurement in ${planned.unit}`,
        found: 'none of that id',
        remedy: 'Report it in the program, or take it out of the plan.',
      });
    }
    return [];
  });
}

/** Comparisons whose two measurements were both taken. */
export function judgeComparisons(plan: Plan, measurements: readonly Measurement[]): Comparison[] {
  const byId = new Map(measurements.map((one) => [one.id, one]));
  return plan.comparisons.flatMap(({ id, description, first, second, gate }) => {
    const one = byId.get(first);
    const other = byId.get(second);
    if (one === undefined || other === undefined) return [];
    const interval = ratioOfMedians(one.samples, other.samples, BOOTSTRAP);
    return [
      {
        id,
        description,
        first,
        second,
        interval: { method: 'block-bootstrap-of-median-ratio', ...BOOTSTRAP, leastEffect: LEAST_EFFECT, ...interval },
        verdict: verdictOf(interval, LEAST_EFFECT),
        ...(gate === undefined ? {} : { gate }),
      },
    ];
  });
}

/** Bulk values, sorted by id. They are kept as reported; no plan entry is needed. */
export function gatherVectors(lab: Lab, ran: readonly RanProgram[]): Vector[] {
  return [...reportsById('vector', ran, null, lab).values()]
    .map(({ report: { type: _, valueType, ...rest }, run }) => ({ ...rest, run, type: valueType }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
