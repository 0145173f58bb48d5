import type { Finding, Project } from './linter.ts';

/** A text that must not appear, and what to say where it does. */
export interface Forbidden {
  readonly pattern: RegExp;
  readonly cause: (found: string) => string;
  readonly remedy: string;
}

/** The line and column, from 1, of an offset in a text. */
export function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Every place in the files where a forbidden text stands. The pattern must be global. */
export function findForbidden(project: Project, files: readonly string[], forbidden: readonly Forbidden[]): Finding[] {
  return files.flatMap((file) => {
    const text = project.read(file);
    return forbidden.flatMap(({ pattern, cause, remedy }) =>
      [...text.matchAll(pattern)].map((match) => {
        const found = match[0];
        return { place: { file, ...position(text, match.index) }, cause: cause(found), found, remedy };
      }),
    );
  });
}

/** A text as a regular expression that matches just it. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
