import { claim, lineAnchor } from './anchors.ts';
import { chooseEvidence } from './choose.ts';
import type { PageContext } from './context.ts';
import { expectedName } from './nearest.ts';
import { Problem, type Place } from './problem.ts';
import { findRegion } from './region.ts';
import type { KernelRequest } from './requests.ts';
import type { ShownSource, Token } from './shown.ts';

/** Colours a text: the tokens of each of its lines. The language is a name, or the ending of a file. */
export type Highlight = (text: string, language: string) => Token[][];

/** Where the file can be read at the commit the evidence was made from; null when that is not known for certain. */
function addressOf(
  repository: string | undefined,
  git: { status: string; commit?: string; dirty?: boolean },
  file: string,
): string | null {
  if (repository === undefined || git.commit === undefined || git.dirty === true) return null;
  return `${repository.replace(/\/$/, '')}/blob/${git.commit}/${file}`;
}

/**
 * A region of a source of the lab. Throws Problem when the file or region does not exist, or the evidence was not
 * made with the file, so that nothing on the page speaks of it.
 */
export function resolveSource(
  context: PageContext,
  { file: named, region: name, ...where }: KernelRequest,
  highlight: Highlight,
  place: Place,
): ShownSource {
  const { evidence, provenance } = chooseEvidence(context, where, place);
  const file = named.startsWith('code/') ? named : `code/${provenance.lab}/${named}`;
  const text = context.sources[file];
  if (text === undefined || !evidence.inputs.some(({ path }) => path === file)) {
    throw new Problem({
      place,
      cause:
        text === undefined
          ? `There is no file ${file}.`
          : `The evidence in ${provenance.file} was not made with ${file}.`,
      expected: expectedName(
        file,
        evidence.inputs.map(({ path }) => path),
      ),
      found: `"${named}"`,
      remedy: `Change the file, or let code/${provenance.lab}/plan.json build it and run: ${provenance.reproduce}`,
    });
  }
  const { lines } = findRegion(file, text, name, place);
  const quoted = lines.map((line) => line.text).join('\n');
  const tokens = highlight(quoted, file.split('.').at(-1) ?? '');
  return {
    file,
    region: name,
    text: `${quoted}\n`,
    lines: lines.map(({ number }, index) => ({
      number,
      anchor: claim(context.anchors, lineAnchor(file, number)),
      tokens: tokens[index] ?? [],
    })),
    url: addressOf(context.course.repository, evidence.capture.git, file),
    provenance,
  };
}
