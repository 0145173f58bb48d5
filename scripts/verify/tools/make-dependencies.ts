import { unreadable } from './unreadable.ts';

/** Ends a target: nvcc writes it with a space before and does not escape spaces in it, g++ without. */
const RULE = /^(.*?):(?=\s|$)/;

/**
 * Reads Make rules as `nvcc -MM` writes them: the files that were included and the source itself, each once, in order,
 * as spelled there. The toolkit's own headers are among them, by absolute path, for nvcc does not count them as
 * system headers. Of Make's escapes nvcc writes only the space; `#` is understood as well, and `$` stands for itself.
 * Throws a Problem for text that is no rule.
 */
export function parseMakeDependencies(text: string): string[] {
  const found = new Set<string>();
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const rule = RULE.exec(line);
    if (rule === null) throw unreadable('nvcc -MM', index + 1, 'a rule "target : files"', line);
    const files = line.slice(rule[0].length).match(/(?:\\[ #]|\S)+/g) ?? [];
    for (const file of files) found.add(file.replace(/\\([ #])/g, '$1'));
  }
  return [...found];
}
