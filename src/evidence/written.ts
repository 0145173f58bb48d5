/** What the compiler of a page tells the page about its own text. It travels in the frontmatter under this key. */
import { z } from 'zod';

export const WRITTEN = 'lockstep';

const place = z.object({ file: z.string(), line: z.number().optional(), column: z.number().optional() });

export const written = z.object({
  /** Components that the text uses and nothing in it defines, each at its place. */
  components: z.array(z.object({ name: z.string(), place })).default([]),
  /** Faults that are plain before anything is rendered. */
  problems: z
    .array(
      z.object({
        place,
        cause: z.string(),
        expected: z.string().optional(),
        found: z.string().optional(),
        remedy: z.string(),
      }),
    )
    .default([]),
});
export type Written = z.output<typeof written>;

/** A place as an attribute: `file:line:column`. */
const ATTRIBUTE = /^(.+?)(?::(\d+))?(?::(\d+))?$/;

/** The place that the compiler wrote on a component; the file alone when it wrote none. */
export function parsePlace(attribute: unknown, file: string): z.output<typeof place> {
  const [, name, line, column] = ATTRIBUTE.exec(typeof attribute === 'string' ? attribute : file) ?? [];
  return {
    file: name ?? file,
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
  };
}
