import { Problem, type ProblemDetails } from '../../src/evidence/problem.ts';

/** Exit statuses of `verify`. They tell a script what happened without reading the text. */
export const EXIT = {
  allGatesHold: 0,
  gateFailed: 1,
  usage: 2,
  noDevice: 3,
  brokenPlanOrToolchain: 4,
  interrupted: 130,
} as const;

/** Ends a verification before it has evidence to write. Nothing is written; earlier evidence stays as it is. */
export class Stop extends Problem {
  readonly exit: number;

  constructor(exit: number, details: ProblemDetails) {
    super(details);
    this.exit = exit;
  }
}

/** The plan or what a program does about it is wrong. */
export function brokenPlan(details: ProblemDetails): Stop {
  return new Stop(EXIT.brokenPlanOrToolchain, details);
}
