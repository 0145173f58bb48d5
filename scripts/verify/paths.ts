/**
 * Paths as evidence states them: files of the repository relative to it, files of a toolkit by their name alone.
 * An absolute path would say more about the machine than about the result.
 */
export function statedPath(path: string, root: string): string {
  const inRepository = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  if (inRepository.startsWith('/')) return `<toolkit>/${inRepository.split('/').at(-1) ?? ''}`;
  const parts: string[] = [];
  for (const part of inRepository.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Printed text without the repository's own absolute path. */
export function withoutRoot(text: string, root: string): string {
  return text.split(`${root}/`).join('').split(root).join('.');
}
