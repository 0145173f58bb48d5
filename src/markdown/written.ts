import type { MdastVisitorContext } from 'satteri';
import type { Place } from '../evidence/problem.ts';
import { WRITTEN, type Written } from '../evidence/written.ts';

type Positioned = Readonly<{ position?: { start: { line: number; column: number } } | undefined }>;

/** What has been noted of the page being compiled. */
export function noted(context: MdastVisitorContext): Written {
  const { frontmatter } = context.data.astro as { frontmatter: Record<string, unknown> };
  const found = frontmatter[WRITTEN] as Written | undefined;
  if (found !== undefined) return found;
  const fresh: Written = { components: [], problems: [] };
  frontmatter[WRITTEN] = fresh;
  return fresh;
}

/** Where a node stands, in the file as it lies in the repository: Astro blanks the frontmatter and keeps its lines. */
export function placeOf({ position }: Positioned, context: MdastVisitorContext, root: URL): Place & { file: string } {
  const href = context.fileURL?.href ?? '';
  const file = decodeURI(href.startsWith(root.href) ? href.slice(root.href.length) : href);
  return position === undefined ? { file } : { file, line: position.start.line, column: position.start.column };
}
