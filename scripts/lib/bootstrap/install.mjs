import { join } from 'node:path';
import { Halt } from './halt.mjs';

/** @typedef {import('./effects.mjs').Effects} Effects */
/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} Locked */
/** @typedef {Record<string, Record<string, string> | undefined>} Request */
/** @typedef {{ packages?: Record<string, Locked & Request> }} LockFile */

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** @param {Effects} effects @param {string[]} path @returns {unknown} null when it is missing or no JSON */
function json(effects, ...path) {
  const text = effects.read(join(effects.root, ...path));
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether package.json asks for what package-lock.json was made from. @param {Request} wanted @param {Request} locked */
function sameRequest(wanted, locked) {
  const text = (/** @type {Request} */ from) =>
    JSON.stringify(KINDS.map((kind) => Object.entries(from[kind] ?? {}).sort()));
  return text(wanted) === text(locked);
}

/**
 * Whether node_modules holds what package-lock.json names. npm writes down what it installed as its last step, in
 * node_modules/.package-lock.json, so an interrupted install does not count, and nobody has to keep a stamp.
 * @param {Effects} effects
 */
export function isInstalled(effects) {
  const wanted = /** @type {Request | null} */ (json(effects, 'package.json'));
  const locked = /** @type {LockFile | null} */ (json(effects, 'package-lock.json'))?.packages;
  const done = /** @type {LockFile | null} */ (json(effects, 'node_modules', '.package-lock.json'))?.packages;
  if (wanted === null || locked === undefined || done === undefined) return false;
  const { '': request, ...packages } = locked;
  if (!sameRequest(wanted, request ?? {})) return false;
  const direct = ['dependencies', 'devDependencies'].flatMap((kind) => Object.keys(wanted[kind] ?? {}));
  // A package that somebody took away is still in npm's list.
  if (!direct.every((name) => effects.exists(join(effects.root, 'node_modules', name, 'package.json')))) return false;
  return Object.entries(packages).every(([path, entry]) => {
    const found = done[path];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** npm as it was called, or the one on PATH. @param {Effects} effects @returns {[string, string[]]} */
function npm({ env, execPath, platform }) {
  const cli = env['npm_execpath'];
  if (cli?.endsWith('.js')) return [execPath, [cli]];
  return [platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

/**
 * Installs what package-lock.json names, unless it is there already.
 * @param {Effects} effects
 * @returns {Promise<boolean>} whether anything was installed
 */
export async function ensureInstalled(effects) {
  if (isInstalled(effects)) return false;
  effects.log('Installing the packages that package-lock.json names (once, about half a minute) ...');
  const [command, args] = npm(effects);
  const flags = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const code = await effects.run(command, [...args, ...flags]);
  if (code === 0) return true;
  throw new Halt({
    place: 'package-lock.json',
    cause: `npm ci failed with code ${code}; its own message is above`,
    remedy: 'check the network and the npm registry setting (npm config get registry), then run the command again',
  });
}

/** Refuses to go on with nothing installed. @param {Effects} effects */
export function requireInstalled({ root, exists }) {
  if (exists(join(root, 'node_modules', '.package-lock.json'))) return;
  throw new Halt({
    place: 'node_modules',
    cause: 'nothing is installed here yet, so this command cannot run',
    remedy: 'npm start   installs, builds the site and serves it\nnpm ci      only installs',
  });
}
