import { describe, expect, test } from 'vitest';
import { fakeEffects } from './fake-effects.mjs';
import { atLeast, findNode, NEEDED_NODE } from './node.mjs';

const BUNDLED = '/repo/node_modules/.bin/node';
const old = { nodeVersion: '20.11.0' };

test.each([
  ['24.0.0', '22.18.0', true],
  ['22.18.0', '22.18.0', true],
  ['v22.18.1', '22.18.0', true],
  ['22.9.0', '22.18.0', false],
  ['20.20.2', '22.18.0', false],
  ['', '22.18.0', false],
])('%s is at least %s: %s', (version, least, expected) => {
  expect(atLeast(version, least)).toBe(expected);
});

describe('findNode', () => {
  test('takes the running Node when it is new enough', () => {
    expect(findNode(fakeEffects({ rest: { nodeVersion: NEEDED_NODE } }).effects)).toBe('/usr/bin/node');
  });

  test('takes the Node that the packages brought when the running one is too old', () => {
    const capture = () => ({ status: 0, output: 'v24.22.3\n' });
    expect(findNode(fakeEffects({ files: { [BUNDLED]: '' }, capture, rest: old }).effects)).toBe(BUNDLED);
  });

  test.each([
    ['is not there', {}, { status: null, output: '' }],
    ['does not start', { [BUNDLED]: '' }, { status: null, output: '' }],
    ['is too old as well', { [BUNDLED]: '' }, { status: 0, output: 'v20.0.0\n' }],
  ])('says what to do when the brought one %s', (_, files, captured) => {
    const { effects } = fakeEffects({ files, capture: () => captured, rest: old });
    expect(() => findNode(effects)).toThrow(
      'Node 20.11.0 (/usr/bin/node)\n' +
        '  problem   this needs Node 22.18.0 or newer, and the packages brought none that runs on this machine\n' +
        "  to do     install Node 22.18.0 or newer (nodejs.org, or your system's packages), then run the command again",
    );
  });
});
