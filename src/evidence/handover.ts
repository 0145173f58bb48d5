/**
 * How the pages of a build hand their problems to the build: pages are bundled apart from the configuration, and share
 * with it nothing but the process they run in.
 */
import { Problems, type ProblemDetails } from './problem.ts';

const KEY = Symbol.for('lockstep.problems');
const shared = globalThis as { [KEY]?: ProblemDetails[] };

/** The build is ready to take problems from pages. */
export function openHandover(): void {
  shared[KEY] = [];
}

/** Hands over what a page must not be published with. Throws Problems when nobody would take it. */
export function handOver(problems: readonly ProblemDetails[]): void {
  if (problems.length === 0) return;
  if (shared[KEY] === undefined) throw new Problems(problems);
  shared[KEY].push(...problems);
}

/** Everything handed over since the handover was opened. */
export function handedOver(): readonly ProblemDetails[] {
  return shared[KEY] ?? [];
}
