import { describe, expect, test } from 'vitest';
import { browserArguments, ensureBrowser, findBrowser } from './browser.mjs';
import { fakeEffects } from './fake-effects.mjs';

const APT = { '/usr/bin/apt-get': '' };
const NODE = '/usr/bin/node';

describe('a browser on this machine', () => {
  test('the one LOCKSTEP_BROWSER names comes first', () => {
    const files = { '/my/chrome': '', '/usr/bin/chromium': '' };
    const { effects } = fakeEffects({ files, rest: { env: { LOCKSTEP_BROWSER: '/my/chrome' } } });
    expect(findBrowser(effects)).toBe('/my/chrome');
  });

  test('a wrong LOCKSTEP_BROWSER is an error, not a hint', () => {
    const { effects } = fakeEffects({
      files: { '/usr/bin/chromium': '' },
      rest: { env: { LOCKSTEP_BROWSER: '/my/chrome' } },
    });
    expect(() => findBrowser(effects)).toThrow(
      'LOCKSTEP_BROWSER\n' +
        '  problem   it names /my/chrome, and no such file exists\n' +
        '  to do     set it to the path of Chromium, Chrome or Edge, or unset it',
    );
  });

  test('then one on PATH, then the usual places, then the one Playwright downloaded', () => {
    const files = { '/own/google-chrome': '', '/usr/bin/chromium': '', '/cache/chrome': '' };
    const inPath = fakeEffects({ files, rest: { env: { PATH: '/bin:/own' } } }).effects;
    expect(findBrowser(inPath, () => '/cache/chrome')).toBe('/own/google-chrome');
    const usual = fakeEffects({ files }).effects;
    expect(findBrowser(usual, () => '/cache/chrome')).toBe('/usr/bin/chromium');
    const downloaded = fakeEffects({ files: { '/cache/chrome': '' } }).effects;
    expect(findBrowser(downloaded, () => '/cache/chrome')).toBe('/cache/chrome');
    expect(findBrowser(fakeEffects().effects, () => '/cache/chrome')).toBeNull();
  });

  test('only root goes without the sandbox', () => {
    expect(browserArguments({ isRoot: true })).toContain('--no-sandbox');
    expect(browserArguments({ isRoot: false })).not.toContain('--no-sandbox');
  });
});

describe('a browser that is missing', () => {
  test('is not installed when there is one', async () => {
    const { effects, ran } = fakeEffects({ files: { '/usr/bin/chromium': '' } });
    expect(await ensureBrowser(effects, NODE)).toBe('/usr/bin/chromium');
    expect(ran).toEqual([]);
  });

  test("comes from Playwright's download first", async () => {
    const { effects, ran } = fakeEffects({
      files: APT,
      rest: { isRoot: true },
      run: (_command, _args, disk) => (disk.set('/cache/chrome', ''), 0),
    });
    expect(await ensureBrowser(effects, NODE, () => '/cache/chrome')).toBe('/cache/chrome');
    expect(ran).toEqual(['/usr/bin/node /repo/node_modules/@playwright/test/cli.js install chromium']);
  });

  test("then from Debian's package", async () => {
    const { effects, ran, logged } = fakeEffects({
      files: APT,
      rest: { isRoot: true },
      run: (command, args, disk) => {
        if (args.includes('install') && command === 'apt-get') disk.set('/usr/bin/chromium', '');
        return command === 'apt-get' ? 0 : 1;
      },
    });
    expect(await ensureBrowser(effects, NODE)).toBe('/usr/bin/chromium');
    expect(ran.slice(1)).toEqual(['apt-get update -qq', 'apt-get install -y -qq --no-install-recommends chromium']);
    expect(logged).toContain(
      '  /usr/bin/node /repo/node_modules/@playwright/test/cli.js install chromium ended with code 1',
    );
  });

  test('is an error that says what to do where neither works, and apt is left to root', async () => {
    const { effects, ran } = fakeEffects({ files: APT, run: () => 1 });
    await expect(ensureBrowser(effects, NODE)).rejects.toThrow(
      'the end-to-end tests\n' +
        '  problem   no browser of the Chromium family was found on this machine, and none could be installed\n' +
        '  to do     install Chromium, Chrome or Edge, or set LOCKSTEP_BROWSER to the path of one, then run npm test again',
    );
    expect(ran).toHaveLength(1);
  });
});
