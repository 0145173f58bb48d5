import { join } from 'node:path';
import { Halt } from './halt.mjs';

/** @typedef {import('./effects.mjs').Effects} Effects */

/** Astro needs 22.12; running TypeScript files as they are needs 22.18. */
export const NEEDED_NODE = '22.18.0';

/**
 * Whether one version is at least another.
 * @param {string} version such as v24.1.0
 * @param {string} least
 */
export function atLeast(version, least) {
  const numbers = (/** @type {string} */ text) =>
    text
      .replace(/^v/, '')
      .split('.')
      .map((part) => Number.parseInt(part, 10));
  const [have, want] = [numbers(version), numbers(least)];
  const at = have.findIndex((part, index) => part !== want[index]);
  return at === -1 || Number(have[at]) > Number(want[at]);
}

/** Where npm puts the Node that the lock file brings. @param {Effects} effects */
export const bundledNode = ({ root }) => join(root, 'node_modules', '.bin', 'node');

/** Astro's own command line. @param {{ root: string }} effects */
export const astroCli = ({ root }) => join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');

/**
 * The Node to run the site's tools with: this one when it is new enough, else the one the lock file brings. A bundled
 * binary counts only when it really starts: one built for another C library is there and cannot run.
 * @param {Effects} effects
 * @returns {string} path of an executable
 */
export function findNode(effects) {
  if (atLeast(effects.nodeVersion, NEEDED_NODE)) return effects.execPath;
  const bundled = bundledNode(effects);
  const { status, output } = effects.exists(bundled)
    ? effects.capture(bundled, ['--version'])
    : { status: null, output: '' };
  if (status === 0 && atLeast(output.trim(), NEEDED_NODE)) return bundled;
  throw new Halt({
    place: `Node ${effects.nodeVersion} (${effects.execPath})`,
    cause: `this needs Node ${NEEDED_NODE} or newer, and the packages brought none that runs on this machine`,
    remedy: `install Node ${NEEDED_NODE} or newer (nodejs.org, or your system's packages), then run the command again`,
  });
}
