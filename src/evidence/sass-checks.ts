/**
 * Checks of machine code, written beside a kernel in its source:
 *
 *     // SASS: SHFL.DOWN x5 ; !SHFL
 *     // SASS sm_80, sm_90: LDG.E [x], ... ; SHFL.DOWN PT, [y], [x], 0x10, 0x1f ; FADD _, [x], [y]
 *     // SASS sm_90: !BAR ;
 *     //             !LDS
 *     __global__ void sums(const float* in, float* out) {
 *
 * After `SASS` stand the targets it is for, or none for all, and a colon; then items (`src/schema/sass-item.ts`) separated by `;`,
 * in order; a second `//` begins a remark. A line that ends in `;` goes on in the comment below. A check states the least that establishes a claim:
 * `SHFL.DOWN x5` alone allows a sixth, and `!SHFL` after it does not. It belongs to the kernel whose declaration follows,
 * with nothing but comments between.
 */
import { parseSassItem } from '../schema/sass-item.ts';
import type { SassItem } from '../schema/sass-item.ts';
import { kernelAfter, withoutComments } from './kernel-heads.ts';
import { Problem, Problems } from './problem.ts';

export interface SassCheck {
  file: string;
  line: number;
  /** As written after __global__ void. */
  kernel: string;
  /** Null for every target that the kernel is built for. */
  targets: readonly string[] | null;
  /** The items as written, on one line. */
  text: string;
  items: readonly SassItem[];
}

/** Prose about SASS begins with a small word that no colon follows; anything else must be a check that can be read. */
const CHECK = /^\s*\/\/\s*SASS\b(?!\s+(?!sm_)[a-z]\w*\b(?!\s*:))(.*)$/;
const REMARK = /\s*\/\/.*$/;
const COMMENT = /^\s*\/\/(.*)$/;
const BODY = /^\s*((?:sm_\d+[a-z]?)(?:[\s,]+sm_\d+[a-z]?)*)?\s*:\s*(.+)$/;

const REMEDY = 'Write it as // SASS sm_90: SHFL.DOWN x5 ; !BAR, or begin the comment with another word.';

/** Whether a check is for a target. */
export const isFor = ({ targets }: Pick<SassCheck, 'targets'>, target: string): boolean =>
  targets === null || targets.includes(target);

interface Written {
  line: number;
  /** Lines it takes. */
  length: number;
  body: string;
}

/** The comments that are checks, each with the comments that it goes on in. */
function written(lines: readonly string[]): Written[] {
  return lines.flatMap((first, index) => {
    const head = CHECK.exec(first)?.[1];
    if (head === undefined) return [];
    let body = head.replace(REMARK, '').trim();
    let length = 1;
    while (body.endsWith(';')) {
      const more = lines[index + length] ?? '';
      const text = CHECK.test(more) ? undefined : COMMENT.exec(more)?.[1];
      if (text === undefined) break;
      body = `${body} ${text.replace(REMARK, '').trim()}`;
      length += 1;
    }
    return [{ line: index + 1, length, body }];
  });
}

/** A name that is captured nowhere before cannot say what is absent. */
function unboundName(items: readonly SassItem[]): string | null {
  const bound = new Set<string>();
  for (const { absent, names } of items) {
    const unbound = absent ? names.find((name) => !bound.has(name)) : undefined;
    if (unbound !== undefined) return unbound;
    for (const name of names) bound.add(name);
  }
  return null;
}

function itemsOf(body: string, complain: (expected: string, found: string) => Problem): SassItem[] {
  const items = body.split(';').map((text) => {
    const item = parseSassItem(text);
    if ('expected' in item) throw complain(item.expected, text.trim() || 'nothing between ";" and ";" or the end');
    return item;
  });
  const unbound = unboundName(items);
  if (unbound !== null) throw complain('a register captured by an item before it', `[${unbound}] in an absent item`);
  return items;
}

function readCheck({ line, length, body }: Written, lines: readonly string[], code: string, file: string): SassCheck {
  const complain = (expected: string, found: string, remedy = REMEDY): Problem =>
    new Problem({
      place: { file, line },
      cause: 'This check of machine code cannot be read, so nothing would be checked.',
      expected,
      found,
      remedy,
    });
  const [, targets, text] = BODY.exec(body) ?? [];
  if (text === undefined) throw complain('targets or none, a colon, and items', body || 'nothing after SASS');
  const items = itemsOf(text, complain);
  const after = lines.slice(0, line - 1 + length).join('\n').length;
  const kernel = kernelAfter(code, after);
  if (kernel === null) {
    throw complain(
      'the declaration of a __global__ function right below',
      'other code, or the end of the file',
      'Move the check above the kernel that it is about.',
    );
  }
  return {
    file,
    line,
    kernel,
    targets: targets?.split(/[\s,]+/) ?? null,
    text: items.map((item) => item.text).join(' ; '),
    items,
  };
}

/**
 * Every check in a source file, in order. Throws a Problem with the line for one that cannot be read or stands above no
 * kernel, Problems for several.
 */
export function parseSassChecks(text: string, file: string): SassCheck[] {
  const lines = text.split(/\r?\n/);
  const code = withoutComments(lines.join('\n'));
  const faults: Problem[] = [];
  const checks = written(lines).flatMap((one) => {
    try {
      return [readCheck(one, lines, code, file)];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      faults.push(error);
      return [];
    }
  });
  const [first] = faults;
  if (first === undefined) return checks;
  throw faults.length === 1 ? first : new Problems(faults);
}
