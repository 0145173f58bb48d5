import { posix } from 'node:path';

/** A path inside the repository relative to it; null for one that lies outside. */
export function pathInRepository(path: string, root: string): string | null {
  const relative = posix.relative(root, posix.resolve(root, path));
  return relative === '' || relative === '..' || relative.startsWith('../') ? null : relative;
}

/**
 * Paths as evidence states them: files of the repository relative to it, others by their name alone. An absolute path
 * would say more about the machine than about the result.
 */
export function statedPath(path: string, root: string): string {
  return pathInRepository(path, root) ?? `<toolkit>/${posix.basename(path)}`;
}

/** Where the toolkit's own compiler and headers lie, wherever it was installed. */
const OF_TOOLKIT =
  /(?<![\w.~-])\/(?:[^\s/'"`:;,()<>]+\/)*(?:cuda(?:-[\d.]+)?|targets|nvvm)\/(?:[^\s/'"`:;,()<>]+\/)*([^\s/'"`:;,()<>]+)/g;
const OF_SOMEONE = /(?<![\w.~-])\/(?:home|Users)\/[^\s/'"`:;,()<>]+/g;

/** What stands before a folder's name when it is that folder, and after it. */
const whole = (folder: string): RegExp =>
  new RegExp(`(?<![\\w.~-])${folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=$|[^\\w.-]|[.](?:$|\\s))`, 'g');

/**
 * Printed text without the machine's own folders: the repository's path is left out, a file of a toolkit is named as
 * `statedPath` names it, and the folder of a user is `~`.
 */
export function withoutMachine(text: string, { root, home }: { root: string; home: string }): string {
  const named = text.split(`${root}/`).join('').replace(whole(root), '.').replace(OF_TOOLKIT, '<toolkit>/$1');
  const homeless = home.length > 1 ? named.replace(whole(home), '~') : named;
  return homeless.replace(OF_SOMEONE, '~');
}
