import { gateFailed } from '../../src/schema/check.ts';
import type { Evidence } from '../../src/schema/evidence.ts';
import { isGate, meetsGate } from '../../src/schema/measurement.ts';
import type { Compared } from './against.ts';
import type { Effects } from './effects.ts';
import { EXIT } from './stop.ts';
import type { Verified } from './verify-lab.ts';

/** What a lab came to: its evidence, or why it has none. */
export type Outcome = { verified: Verified } | { lab: string; exit: number; text: string };

/** How many gates hold, for the table at the end. */
export function countGates({
  deviceSlug,
  checks,
  comparisons,
}: Pick<Evidence, 'deviceSlug' | 'checks' | 'comparisons'>): { held: number; all: number } {
  const holds = [
    ...checks.filter((one) => one.kind === 'gate').map((one) => !gateFailed(one)),
    ...comparisons.filter((one) => isGate(one, deviceSlug)).map(meetsGate),
  ];
  return { held: holds.filter(Boolean).length, all: holds.length };
}

export function exitOf(outcome: Outcome): number {
  if (!('verified' in outcome)) return outcome.exit;
  const { failures, signed } = outcome.verified;
  if (signed?.status === 'failed') return EXIT.brokenPlanOrToolchain;
  return failures.length > 0 ? EXIT.gateFailed : EXIT.allGatesHold;
}

export const labOf = (outcome: Outcome): string => ('verified' in outcome ? outcome.verified.lab : outcome.lab);

export const verifiedOf = (outcomes: readonly Outcome[]): Verified[] =>
  outcomes.flatMap((one) => ('verified' in one ? [one.verified] : []));

/** Sanitizers whose result proves nothing, by why: no control fired, or no tool judged. */
function notProven({ sanitizers }: Pick<Evidence, 'sanitizers'>): string[] {
  return (['unproven', 'unavailable'] as const).flatMap((verdict) => {
    const ids = sanitizers.filter((one) => one.verdict === verdict).map(({ id }) => id);
    return ids.length === 0 ? [] : [`sanitizers ${verdict}: ${ids.join(', ')}`];
  });
}

/** What came of the file of a lab. */
function written({ file, evidence, unchanged, only }: Verified): string {
  if (only !== null) return 'nothing written: evidence is of the whole lab, and this was a part';
  return unchanged ? `as ${file} of ${evidence.capture.at} says` : `wrote ${file}`;
}

function printSigned({ signed }: Verified, effects: Effects): void {
  if (signed === null) return;
  if (signed.status === 'signed') effects.log(`  signed: ${signed.file}`);
  else effects.log(`  not signed:\n${signed.problem}`);
}

function printVerified(verified: Verified, effects: Effects): void {
  const { lab, evidence, failures, unchanged, only } = verified;
  const { held, all } = countGates(evidence);
  const verdict = only === null ? evidence.verdict : `only ${only.join(', ')}`;
  effects.log(`${lab}: ${unchanged ? 'unchanged, ' : ''}${verdict}, ${String(held)} of ${String(all)} gates hold`);
  effects.log(`  ${written(verified)}`);
  printSigned(verified, effects);
  for (const line of notProven(evidence)) effects.log(`  ${line}`);
  for (const failure of failures) effects.log(`  failed: ${failure}`);
}

type Tried = Pick<Summary, 'outcomes' | 'notTried' | 'brokenOff'>;

/** The table at the end: what was verified, what was not tried, and why there is no evidence of what failed. */
export function printOutcomes({ outcomes, notTried, brokenOff }: Tried, effects: Effects): void {
  effects.log('');
  for (const outcome of outcomes) if ('verified' in outcome) printVerified(outcome.verified, effects);
  if (brokenOff !== undefined) effects.log(`${brokenOff}: broken off, nothing written; evidence it had is as it was`);
  if (notTried.length > 0) effects.log(`not tried: ${notTried.join(', ')}`);
  for (const outcome of outcomes) {
    if ('verified' in outcome) continue;
    effects.log(`${outcome.lab}: nothing written`);
    effects.log(outcome.text);
  }
}

/** What a call came to, for a machine. */
export interface Summary {
  outcomes: Outcome[];
  notTried: string[];
  /** The lab that was being verified when it was interrupted. */
  brokenOff?: string;
  exit: number;
  /** Why nothing was tried, or no more; null when nothing stands in the way. */
  problem: string | null;
  against?: readonly Compared[];
  /** Names of the labs, where only they were asked for. */
  known?: readonly string[];
  /** Commands by lab, where only they were asked for. */
  commands?: Readonly<Record<string, readonly string[]>>;
}

function labAsJson(outcome: Outcome): object {
  if (!('verified' in outcome))
    return { lab: outcome.lab, status: 'not-written', exit: outcome.exit, problem: outcome.text };
  const { lab, file, evidence, failures, unchanged, only, signed } = outcome.verified;
  return {
    lab,
    ...(only === null
      ? { status: unchanged ? 'unchanged' : 'written', exit: exitOf(outcome), file, verdict: evidence.verdict, signed }
      : { status: 'tried', exit: exitOf(outcome), only }),
    gates: countGates(evidence),
    sanitizers: Object.fromEntries(evidence.sanitizers.map(({ id, verdict }) => [id, verdict])),
    failures,
  };
}

/** The same for a machine, as one JSON object on one line. */
export function printJson({ outcomes, ...rest }: Summary, effects: Pick<Effects, 'log'>): void {
  effects.log(JSON.stringify({ labs: outcomes.map(labAsJson), ...rest }));
}
