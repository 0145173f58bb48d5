import type { z } from 'zod';
import type { PageContext } from '../../evidence/context.ts';
import { problemsOf, type Place, type ProblemDetails } from '../../evidence/problem.ts';
import { parseRequest } from '../../evidence/requests.ts';
import { parsePlace } from '../../evidence/written.ts';

/** What a view is to draw, or why nothing may stand there. */
export type Attempt<Value> = { status: 'resolved'; value: Value } | { status: 'refused'; problems: ProblemDetails[] };

interface Component {
  locals: { lockstep: PageContext };
  props: Record<string, unknown>;
}

/**
 * Resolves what an author wrote on a component. A problem is kept for the page, which stops the build, and handed back
 * to be shown where the value would be.
 */
export function attempt<Schema extends z.ZodObject, Value>(
  { locals: { lockstep: context }, props: { place: written, slot: _slot, ...attributes } }: Component,
  name: string,
  schema: Schema,
  resolve: (context: PageContext, request: z.output<Schema>, place: Place) => Value,
): Attempt<Value> {
  const place = parsePlace(written, context.page.file);
  try {
    return { status: 'resolved', value: resolve(context, parseRequest(name, schema, attributes, place), place) };
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    context.problems.push(...problems);
    return { status: 'refused', problems };
  }
}
