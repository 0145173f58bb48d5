import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { sha256OfBytes } from './digest.ts';
import { filesIn } from './labs.ts';

/** Pictures of diagrams, each named by the hash of all it depends on. */
export const DIAGRAMS_FOLDER = 'content/diagrams';

/** What Mermaid is told. No HTML in labels: a picture is SVG alone. */
export const MERMAID_CONFIG = {
  theme: 'neutral',
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  fontFamily: 'sans-serif',
  deterministicIds: true,
} as const;

/** Raised when the same SVG would be cleaned in another way. */
const CLEANING = 1;

const { version } = createRequire(import.meta.url)('mermaid/package.json') as { version: string };

/** The hash of a diagram's source, the version of Mermaid, its configuration, and the way its SVG is cleaned. */
export function diagramHash(source: string): string {
  return sha256OfBytes(JSON.stringify([source.replaceAll('\r\n', '\n').trim(), version, MERMAID_CONFIG, CLEANING]));
}

/** Every picture kept in the repository, by its hash. */
export async function readDiagrams(root: string): Promise<Record<string, string>> {
  const files = await filesIn(root, DIAGRAMS_FOLDER, '.svg');
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return Object.fromEntries(files.map((file, index) => [basename(file, '.svg'), texts[index] ?? '']));
}
