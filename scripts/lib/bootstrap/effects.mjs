import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * Everything the bootstrap scripts do to the world, so that tests can stand in for it.
 *
 * @typedef {object} Effects
 * @property {string} root
 * @property {NodeJS.ProcessEnv} env
 * @property {NodeJS.Platform} platform
 * @property {string} execPath        the Node that is running
 * @property {string} nodeVersion     its version, such as 20.11.0
 * @property {boolean} isRoot
 * @property {(path: string) => boolean} exists
 * @property {(path: string) => string | null} read         null when the file cannot be read
 * @property {(command: string, args: string[], options?: { timeout?: number }) => Captured} capture
 * @property {(command: string, args: string[], options?: RunOptions) => Promise<number>} run   shows its output
 * @property {(line: string) => void} log
 *
 * @typedef {{ status: number | null, output: string }} Captured  status is null when it could not run or was stopped
 * @typedef {{ env?: NodeJS.ProcessEnv, timeout?: number, quiet?: boolean }} RunOptions
 */

/** The variables every child gets: no tool reports home. */
export const QUIET_ENV = { ASTRO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1' };

/** @returns {Effects} */
export function realEffects() {
  const env = { ...process.env, ...QUIET_ENV };
  return {
    root: ROOT,
    env,
    platform: process.platform,
    execPath: process.execPath,
    nodeVersion: process.versions.node,
    isRoot: process.getuid?.() === 0,
    exists: existsSync,
    read: (path) => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return null;
      }
    },
    capture: (command, args, options = {}) => {
      const done = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8', ...options });
      return { status: done.error ? null : done.status, output: done.error ? '' : `${done.stdout}${done.stderr}` };
    },
    run: (command, args, options = {}) => runToEnd(command, args, { ...options, env: { ...env, ...options.env } }),
    log: (line) => {
      console.log(line);
    },
  };
}

/**
 * Runs a child that shares this terminal. Ctrl-C reaches parent and child alike; the parent waits for the child, so
 * that the child's own way of ending decides what is seen.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<number>} its exit code, 128 + n when signal n ended it, 127 when it could not start
 */
function runToEnd(command, args, { env, timeout, quiet }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, timeout, stdio: quiet ? 'ignore' : 'inherit' });
    const wait = () => undefined;
    process.on('SIGINT', wait);
    const terminate = () => child.kill('SIGTERM');
    process.on('SIGTERM', terminate);
    const end = (/** @type {number} */ code) => {
      process.off('SIGINT', wait);
      process.off('SIGTERM', terminate);
      resolve(code);
    };
    child.on('error', () => {
      end(127);
    });
    child.on('exit', (code, signal) => {
      end(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}
