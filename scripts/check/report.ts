import { describeProblem } from '../../src/evidence/problem.ts';
import type { LinterResult } from './check.ts';

const count = (number: number, noun: string): string => `${String(number)} ${noun}${number === 1 ? '' : 's'}`;

/** What a person reads: one line per check, and under it what is wrong. */
export function asText(results: readonly LinterResult[]): string {
  return results
    .flatMap(({ name, rule, files, problems }) => [
      `${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${rule} (${count(files, 'file')})`,
      ...problems.map((problem) => `\n${describeProblem(problem)}`),
      ...(problems.length === 0 ? [] : [`\n${count(problems.length, 'problem')} in ${name}\n`]),
    ])
    .join('\n');
}

/** What a program reads. */
export function asJson(results: readonly LinterResult[]): string {
  return JSON.stringify({ format: 1, checks: results }, null, 2);
}
