import { describe, expect, test } from 'vitest';
import { fakeEffects } from './fake-effects.mjs';
import { ensureInstalled, isInstalled, requireInstalled } from './install.mjs';

const REQUEST = { dependencies: { zod: '^4.0.0' } };
const ZOD = { version: '4.6.7', integrity: 'sha512-aaa' };
const OPTIONAL = { version: '24.0.0', integrity: 'sha512-bbb', optional: true };

function files(installed: object | null, request: object = REQUEST): Record<string, string> {
  const packages = { '': REQUEST, 'node_modules/zod': ZOD, 'node_modules/node-other-cpu': OPTIONAL };
  return {
    '/repo/package.json': JSON.stringify(request),
    '/repo/package-lock.json': JSON.stringify({ packages }),
    '/repo/node_modules/zod/package.json': '{}',
    ...(installed === null ? {} : { '/repo/node_modules/.package-lock.json': JSON.stringify({ packages: installed }) }),
  };
}

describe('what is installed', () => {
  test('everything the lock file names, save what this machine has no use for', () => {
    const { effects } = fakeEffects({ files: files({ 'node_modules/zod': ZOD }) });
    expect(isInstalled(effects)).toBe(true);
  });

  test.each([
    ['nothing', null],
    ['a package is missing', {}],
    ['another version', { 'node_modules/zod': { ...ZOD, version: '4.6.6' } }],
    ['the same version of another content', { 'node_modules/zod': { ...ZOD, integrity: 'sha512-ccc' } }],
  ])('not when %s is there', (_, installed) => {
    expect(isInstalled(fakeEffects({ files: files(installed) }).effects)).toBe(false);
  });

  test('not when package.json asks for more than the lock file was made for', () => {
    const changed = files({ 'node_modules/zod': ZOD }, { dependencies: { zod: '^4.0.0', shiki: '^4.0.0' } });
    expect(isInstalled(fakeEffects({ files: changed }).effects)).toBe(false);
  });

  test('not when a package was taken away behind the back of npm', () => {
    const { '/repo/node_modules/zod/package.json': _, ...without } = files({ 'node_modules/zod': ZOD });
    expect(isInstalled(fakeEffects({ files: without }).effects)).toBe(false);
  });

  test('not when the lock file is no JSON', () => {
    const broken = { ...files({ 'node_modules/zod': ZOD }), '/repo/package-lock.json': '<<<<<<< HEAD' };
    expect(isInstalled(fakeEffects({ files: broken }).effects)).toBe(false);
  });
});

describe('ensureInstalled', () => {
  test('does nothing a second time', async () => {
    const { effects, ran } = fakeEffects({ files: files({ 'node_modules/zod': ZOD }) });
    expect(await ensureInstalled(effects)).toBe(false);
    expect(ran).toEqual([]);
  });

  test('calls the npm that called it, developer and optional packages included', async () => {
    const env = { npm_execpath: '/usr/lib/npm/bin/npm-cli.js' };
    const { effects, ran } = fakeEffects({ files: files(null), rest: { env } });
    expect(await ensureInstalled(effects)).toBe(true);
    expect(ran).toHaveLength(1);
    expect(ran[0]).toMatch(/^\/usr\/bin\/node \/usr\/lib\/npm\/bin\/npm-cli\.js ci --include=dev --include=optional /);
  });

  test('says what to do when npm fails', async () => {
    const { effects } = fakeEffects({ files: files(null), run: () => 1 });
    await expect(ensureInstalled(effects)).rejects.toThrow(
      'package-lock.json\n' +
        '  problem   npm ci failed with code 1; its own message is above\n' +
        '  to do     check the network and the npm registry setting (npm config get registry), then run the command again',
    );
  });
});

test('a command that needs an install names both ways to get one', () => {
  const { effects } = fakeEffects();
  expect(() => {
    requireInstalled(effects);
  }).toThrow(
    'node_modules\n' +
      '  problem   nothing is installed here yet, so this command cannot run\n' +
      '  to do     npm start   installs, builds the site and serves it\n' +
      '            npm ci      only installs',
  );
});
