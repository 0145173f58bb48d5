import { join } from 'node:path';
import { Halt } from './halt.mjs';

/** @typedef {import('./effects.mjs').Effects} Effects */

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const PLACES = {
  linux: ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/snap/bin'].flatMap((folder) =>
    NAMES.map((name) => `${folder}/${name}`),
  ),
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].flatMap((path) =>
    ['C:/Program Files', 'C:/Program Files (x86)'].map((folder) => `${folder}/${path}`),
  ),
};

/**
 * Flags every start of the browser gets. Without the networking ones Chromium calls its maker's hosts at each start;
 * root, as in a container, cannot use its sandbox.
 * @param {{ isRoot: boolean }} effects
 */
export function browserArguments({ isRoot }) {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return isRoot ? ['--no-sandbox', ...quiet] : quiet;
}

/**
 * A browser of the Chromium family that is on this machine: the one LOCKSTEP_BROWSER names, one on PATH, one in the
 * usual places, or the one Playwright downloaded earlier.
 * @param {Effects} effects
 * @param {() => string | null} playwrightBrowser where Playwright would put its own
 * @returns {string | null}
 */
export function findBrowser({ env, platform, exists }, playwrightBrowser = () => null) {
  const named = env['LOCKSTEP_BROWSER'];
  if (named !== undefined && named !== '') {
    if (exists(named)) return named;
    throw new Halt({
      place: 'LOCKSTEP_BROWSER',
      cause: `it names ${named}, and no such file exists`,
      remedy: 'set it to the path of Chromium, Chrome or Edge, or unset it',
    });
  }
  const separator = platform === 'win32' ? ';' : ':';
  const folders = (env['PATH'] ?? '').split(separator).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) =>
    NAMES.map((name) => join(folder, platform === 'win32' ? `${name}.exe` : name)),
  );
  const own = playwrightBrowser();
  return [...onPath, ...(PLACES[platform] ?? []), ...(own === null ? [] : [own])].find((path) => exists(path)) ?? null;
}

/** The ways to get a browser that this machine allows, in order. @param {Effects} effects @param {string} node */
function ways({ root, isRoot, exists }, node) {
  const playwright = {
    name: "Playwright's Chromium",
    limit: 180_000,
    steps: [[node, join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']],
  };
  const debian = {
    name: "Debian's chromium package",
    limit: 600_000,
    steps: [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ],
  };
  return isRoot && exists('/usr/bin/apt-get') ? [playwright, debian] : [playwright];
}

/**
 * A browser for the end-to-end tests, installed when the machine has none.
 * @param {Effects} effects
 * @param {string} node the Node to run Playwright with
 * @param {() => string | null} [playwrightBrowser]
 * @returns {Promise<string>} path of its executable
 */
export async function ensureBrowser(effects, node, playwrightBrowser) {
  const found = findBrowser(effects, playwrightBrowser);
  if (found !== null) return found;
  for (const { name, limit, steps } of ways(effects, node)) {
    effects.log(`No browser found. Trying ${name} ...`);
    for (const [command = '', ...args] of steps) {
      const code = await effects.run(command, args, {
        timeout: limit,
        quiet: true,
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      });
      if (code !== 0) effects.log(`  ${[command, ...args].join(' ')} ended with code ${code}`);
    }
    const installed = findBrowser(effects, playwrightBrowser);
    if (installed !== null) return installed;
  }
  throw new Halt({
    place: 'the end-to-end tests',
    cause: 'no browser of the Chromium family was found on this machine, and none could be installed',
    remedy: 'install Chromium, Chrome or Edge, or set LOCKSTEP_BROWSER to the path of one, then run npm test again',
  });
}
