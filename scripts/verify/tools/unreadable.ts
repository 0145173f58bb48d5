import { Problem } from '../../../src/evidence/problem.ts';

/**
 * What a tool printed is not what its reader was written for. Nothing is guessed and nothing left out: the line is
 * named, counted from 1 within the output.
 */
export function unreadable(tool: string, line: number, expected: string, found: string, remedy?: string): Problem {
  const text = found.trim();
  return new Problem({
    place: { file: `output of ${tool}`, line },
    cause: `This line of what ${tool} printed cannot be read, so none of it is used.`,
    expected,
    found: text.length > 200 ? `${text.slice(0, 200)}…` : text || '(nothing)',
    remedy: remedy ?? `Keep the output and the version of ${tool}: its format is new, and its reader must learn it.`,
  });
}
