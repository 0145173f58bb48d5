import { gateFailed } from '../../src/schema/check.ts';
import type { Evidence } from '../../src/schema/evidence.ts';
import type { Effects } from './effects.ts';
import { EXIT } from './stop.ts';
import type { Verified } from './verify-lab.ts';

/** What a lab came to: its evidence, or why it has none. */
export type Outcome = { verified: Verified } | { lab: string; exit: number; text: string };

/** How many gates hold, for the table at the end. */
export function countGates(evidence: Pick<Evidence, 'checks'>): { held: number; all: number } {
  const gates = evidence.checks.filter((one) => one.kind === 'gate');
  return { held: gates.filter((one) => !gateFailed(one)).length, all: gates.length };
}

export function exitOf(outcome: Outcome): number {
  if (!('verified' in outcome)) return outcome.exit;
  return outcome.verified.failures.length > 0 ? EXIT.gateFailed : EXIT.allGatesHold;
}

/** Sanitizers whose result proves nothing, by why: no control fired, or no tool judged. */
function notProven({ sanitizers }: Pick<Evidence, 'sanitizers'>): string[] {
  return (['unproven', 'unavailable'] as const).flatMap((verdict) => {
    const ids = sanitizers.filter((one) => one.verdict === verdict).map(({ id }) => id);
    return ids.length === 0 ? [] : [`sanitizers ${verdict}: ${ids.join(', ')}`];
  });
}

function printVerified({ lab, file, evidence, failures, unchanged }: Verified, effects: Effects): void {
  const { held, all } = countGates(evidence);
  const { verdict } = evidence;
  effects.log(`${lab}: ${unchanged ? 'unchanged, ' : ''}${verdict}, ${String(held)} of ${String(all)} gates hold`);
  effects.log(unchanged ? `  as ${file} of ${evidence.capture.at} says` : `  wrote ${file}`);
  for (const line of notProven(evidence)) effects.log(`  ${line}`);
  for (const failure of failures) effects.log(`  failed: ${failure}`);
}

/** The table at the end: what was verified, what was not tried, and why there is no evidence of what failed. */
export function printOutcomes(outcomes: readonly Outcome[], untried: readonly string[], effects: Effects): void {
  effects.log('');
  for (const outcome of outcomes) if ('verified' in outcome) printVerified(outcome.verified, effects);
  if (untried.length > 0) effects.log(`not tried: ${untried.join(', ')}`);
  for (const outcome of outcomes) {
    if ('verified' in outcome) continue;
    effects.log(`${outcome.lab}: nothing written`);
    effects.log(outcome.text);
  }
}

/** The same for a machine, as one JSON object on one line. */
export function printJson(outcomes: readonly Outcome[], untried: readonly string[], effects: Effects): void {
  const labs = outcomes.map((outcome) => {
    if (!('verified' in outcome))
      return { lab: outcome.lab, status: 'not-written', exit: outcome.exit, problem: outcome.text };
    const { lab, file, evidence, failures, unchanged } = outcome.verified;
    return {
      lab,
      status: unchanged ? 'unchanged' : 'written',
      exit: exitOf(outcome),
      file,
      verdict: evidence.verdict,
      gates: countGates(evidence),
      sanitizers: Object.fromEntries(evidence.sanitizers.map(({ id, verdict }) => [id, verdict])),
      failures,
    };
  });
  effects.log(JSON.stringify({ labs, notTried: untried }));
}
