/** Comments, and what stands in quotation marks, as spaces: each remaining character keeps its place. */
export function withoutComments(source: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  return source.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, blank);
}

/** What may stand between `__global__` and the name with parentheses of its own. */
const ATTRIBUTE = /\b(?:__\w+__|alignas)\s*\((?:[^()]|\([^()]*\))*\)/g;
const NAME = /([A-Za-z_]\w*)\s*(?:<[^()]*>\s*)?\(/;

/**
 * The name of the kernel whose declaration begins at or after a place in source without comments, when no other code
 * stands between; else null.
 */
export function kernelAfter(code: string, from: number): string | null {
  const at = code.indexOf('__global__', from);
  if (at === -1 || /[;{}]/.test(code.slice(from, at))) return null;
  const head = code.slice(at + '__global__'.length).split(/[;{]/, 1)[0] ?? '';
  return NAME.exec(head.replace(ATTRIBUTE, ' '))?.[1] ?? null;
}
