import { Problem, type ProblemDetails } from '../../src/evidence/problem.ts';

/** Exit statuses of `verify`. They tell a script what happened without reading the text; of several the greatest holds. */
export const EXIT = {
  allGatesHold: 0,
  gateFailed: 1,
  usage: 2,
  noDevice: 3,
  brokenPlanOrToolchain: 4,
  /** A fault of this tool (EX_SOFTWARE of sysexits.h). */
  internal: 70,
  /** Another verification has the build folder (EX_TEMPFAIL). */
  busy: 75,
  interrupted: 130,
} as const;

/** Whose fault it is: one lab's, so that others can still be verified, or the machine's or the call's. */
export type Scope = 'lab' | 'everything';

/** Ends a verification before it has evidence to write. Nothing is written; earlier evidence stays as it is. */
export class Stop extends Problem {
  readonly exit: number;
  readonly scope: Scope;

  constructor(exit: number, details: ProblemDetails, scope: Scope = 'everything') {
    super(details);
    this.exit = exit;
    this.scope = scope;
  }
}

/** The plan or what a program does about it is wrong. */
export function brokenPlan(details: ProblemDetails): Stop {
  return new Stop(EXIT.brokenPlanOrToolchain, details, 'lab');
}

/** There is nothing to verify where the command was called. */
export function noLabs(place: string, expected: string, found: string): Stop {
  return new Stop(EXIT.usage, {
    place: { file: place },
    cause: 'There are no labs here.',
    expected,
    found,
    remedy: 'Change into a repository that has labs first.',
  });
}
