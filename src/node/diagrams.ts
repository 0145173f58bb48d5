import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { ProblemDetails } from '../evidence/problem.ts';
import { sha256OfBytes } from './digest.ts';
import type { Files } from './files.ts';
import { filesIn } from './folders.ts';
import { svgFault } from './svg.ts';

/** Pictures of diagrams, each named by the hash of all it depends on. */
export const DIAGRAMS_FOLDER = 'content/diagrams';

/** What Mermaid is told. No HTML in labels: a picture is SVG alone. */
export const MERMAID_CONFIG = {
  theme: 'neutral',
  look: 'classic',
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  fontFamily: 'sans-serif',
  fontSize: 15,
  deterministicIds: true,
} as const;

/** Raised when the same SVG of Mermaid would become another picture. */
export const BAKING = 1;

const { version } = createRequire(import.meta.url)('mermaid/package.json') as { version: string };

/** The hash of a diagram's source, the version of Mermaid, what it is told, and how its SVG becomes a picture. */
export function diagramHash(source: string): string {
  return sha256OfBytes(JSON.stringify([source.replaceAll('\r\n', '\n').trim(), version, MERMAID_CONFIG, BAKING]));
}

export interface Pictures {
  /** SVG texts that may stand in a page, by hash. */
  sound: Record<string, string>;
  problems: ProblemDetails[];
}

/** Every picture kept in the repository. One that holds what no picture may is a problem, and not shown. */
export async function readDiagrams(files: Files): Promise<Pictures> {
  const pictures: Pictures = { sound: {}, problems: [] };
  for (const file of await filesIn(files.root, DIAGRAMS_FOLDER, '.svg')) {
    const svg = ((await files.read(file)) ?? '').toString('utf8').trim();
    const fault = svgFault(svg);
    if (fault === null) pictures.sound[basename(file, '.svg')] = svg;
    else {
      pictures.problems.push({
        place: { file },
        cause: 'The picture holds what no picture in a page may.',
        expected: 'shapes and text in classes',
        found: fault,
        remedy: 'Delete the file, then run: npx lockstep diagrams',
      });
    }
  }
  return pictures;
}
