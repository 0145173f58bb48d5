import type { PageContext } from './context.ts';
import { expectedName } from './nearest.ts';
import { Problem, type Place } from './problem.ts';
import type { CiteRequest } from './requests.ts';
import type { ShownCitation } from './shown.ts';

/** The entry of a source in the list at the page's end. Throws Problem when the page lists no such source. */
export function resolveCitation({ page }: PageContext, { source }: CiteRequest, place: Place): ShownCitation {
  const index = page.sources.indexOf(source);
  if (index !== -1) return { number: index + 1, anchor: `source-${source}` };
  throw new Problem({
    place,
    cause: `The page lists no source "${source}".`,
    expected: expectedName(source, page.sources),
    found: `"${source}"`,
    remedy: `Change the name, or add the source to the frontmatter of ${page.file}.`,
  });
}
