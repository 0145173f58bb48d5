import type { PageContext } from './context.ts';
import { Problem, type Place } from './problem.ts';
import type { DiagramRequest } from './requests.ts';

export interface ShownDiagram {
  title: string;
  description: string;
  /** SVG without style, script or address of another site. */
  svg: string;
}

const statement = (source: string, keyword: string): string | undefined =>
  new RegExp(`^\\s*${keyword}\\s*:\\s*(.+)$`, 'm').exec(source)?.[1]?.trim() ??
  new RegExp(`^\\s*${keyword}\\s*\\{([^}]+)\\}`, 'm').exec(source)?.[1]?.replace(/\s+/g, ' ').trim();

/** What a diagram says of itself to those who cannot see it. Throws Problem when it says nothing. */
export function diagramWords(source: string, place: Place): { title: string; description: string } {
  const title = statement(source, 'accTitle');
  const description = statement(source, 'accDescr');
  if (title === undefined || description === undefined) {
    throw new Problem({
      place,
      cause: 'The diagram does not say in words what it shows.',
      expected: 'a line "accTitle: …" and a line "accDescr: …" in the diagram',
      found: title === undefined ? 'no accTitle' : 'no accDescr',
      remedy: 'Add the line after the first line of the diagram, then run: npx lockstep diagrams',
    });
  }
  return { title, description };
}

/** A diagram as it was rendered for exactly this source. Throws Problem when it was not. */
export function resolveDiagram(
  { diagrams }: PageContext,
  { source, hash }: DiagramRequest,
  place: Place,
): ShownDiagram {
  const words = diagramWords(source, place);
  const svg = diagrams[hash];
  if (svg === undefined) {
    throw new Problem({
      place,
      cause: 'The diagram was not rendered since it changed.',
      expected: `content/diagrams/${hash}.svg`,
      found: 'no file',
      remedy: 'Run: npx lockstep diagrams',
    });
  }
  return { ...words, svg };
}
