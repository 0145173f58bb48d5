import { buildFaults } from './build.ts';
import { checkOutcome, gateFailed } from './check.ts';
import type { Envelope } from './evidence.ts';
import { isGate, meetsGate, requirementText, type Comparison } from './measurement.ts';
import { runFailed } from './run.ts';

function comparisonFailure({ id, gate, interval, verdict }: Comparison): string {
  const required = gate === undefined ? 'nothing' : requirementText(gate);
  const got = `${String(interval.ratio)}, ${String(interval.low)} to ${String(interval.high)}, ${verdict}`;
  return `gate ${id} does not hold: expected ${required}, got ${got}`;
}

/** Why this evidence counts as failed; empty when every gate held and every required run ended as the plan says. */
export function failures(
  evidence: Pick<Envelope, 'deviceSlug' | 'builds' | 'runs' | 'checks' | 'comparisons' | 'sanitizers' | 'sass'>,
): string[] {
  return [
    ...evidence.builds.flatMap(buildFaults),
    ...evidence.runs.filter(runFailed).map((one) => `run ${one.id} did not end as the plan says`),
    ...evidence.checks.filter(gateFailed).map((one) => `gate ${one.id} does not hold: ${checkOutcome(one)}`),
    ...evidence.comparisons.filter((one) => isGate(one, evidence.deviceSlug) && !meetsGate(one)).map(comparisonFailure),
    ...evidence.sanitizers
      .filter((one) => one.verdict === 'unexpected')
      .map((one) => `sanitizer ${one.id} is unexpected`),
    ...evidence.sass.listings
      .filter((one) => one.crossCheck.verdict === 'differ')
      .map((one) => `two disassemblers differ on ${one.kernel} for ${one.target}`),
  ];
}
