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

const SEAL = /\n?<!-- sha256 ([0-9a-f]{64}) -->\s*$/;

/** The text of a picture's file: its SVG and, behind it, the digest of that SVG. It finds accidents, not forgers. */
export function sealPicture(svg: string): string {
  const text = svg.trim();
  return `${text}\n<!-- sha256 ${sha256OfBytes(text)} -->\n`;
}

/** The SVG of a picture's file; null when it is not what was drawn. */
export function unsealPicture(text: string): string | null {
  const stated = SEAL.exec(text)?.[1];
  const svg = text.replace(SEAL, '').trim();
  return stated === sha256OfBytes(svg) ? svg : null;
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
    const svg = unsealPicture(((await files.read(file)) ?? '').toString('utf8'));
    const remedy = 'Delete the file, then run: npx lockstep diagrams';
    const fault = svg === null ? null : svgFault(svg);
    if (svg !== null && fault === null) pictures.sound[basename(file, '.svg')] = svg;
    else if (fault === null) {
      pictures.problems.push({
        place: { file },
        cause: 'The picture was changed after it was drawn: it is not what its digest says.',
        expected: 'the picture as npx lockstep diagrams drew it',
        found: 'another one, or one without a digest',
        remedy,
      });
    } else {
      pictures.problems.push({
        place: { file },
        cause: 'The picture holds what no picture in a page may.',
        expected: 'shapes and text in classes',
        found: fault,
        remedy,
      });
    }
  }
  return pictures;
}
