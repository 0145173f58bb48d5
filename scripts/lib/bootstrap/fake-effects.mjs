/**
 * Effects that touch nothing, for tests: files are a map, commands are a function, and what was done is written down.
 * @typedef {import('./effects.mjs').Effects} Effects
 * @param {object} [given]
 * @param {Record<string, string>} [given.files]  by path, as the code under test spells it
 * @param {(command: string, args: string[], files: Map<string, string>) => number} [given.run] exit codes, and new files
 * @param {(command: string, args: string[]) => import('./effects.mjs').Captured} [given.capture]
 * @param {Partial<Effects>} [given.rest]
 */
export function fakeEffects({ files = {}, run = () => 0, capture, rest = {} } = {}) {
  const disk = new Map(Object.entries(files));
  /** @type {string[]} */
  const ran = [];
  /** @type {string[]} */
  const logged = [];
  /** @type {Effects} */
  const effects = {
    root: '/repo',
    env: {},
    platform: 'linux',
    execPath: '/usr/bin/node',
    nodeVersion: '24.0.0',
    isRoot: false,
    exists: (path) => disk.has(path),
    read: (path) => disk.get(path) ?? null,
    capture: capture ?? (() => ({ status: null, output: '' })),
    run: (command, args) => {
      ran.push([command, ...args].join(' '));
      return Promise.resolve(run(command, args, disk));
    },
    log: (line) => {
      logged.push(line);
    },
    ...rest,
  };
  return { effects, ran, logged, disk };
}
