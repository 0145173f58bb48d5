import { describe, expect, it } from 'vitest';
import { byPreference, isKnownTarget, runsOn } from './targets.ts';

it.each(['sm_50', 'sm_75', 'sm_90', 'sm_90a', 'sm_100f', 'sm_121a'])('%s exists', (target) => {
  expect(isKnownTarget(target)).toBe(true);
});

it.each(['sm_09', 'sm_79', 'sm_91', 'sm_80a', 'sm_90f', 'sm_100b', 'sm_1000'])('%s does not', (target) => {
  expect(isKnownTarget(target)).toBe(false);
});

describe('a device runs', () => {
  it.each([
    ['sm_90', '9.0', true],
    ['sm_80', '8.6', true],
    ['sm_86', '8.0', false],
    ['sm_80', '9.0', false],
    ['sm_100', '10.3', true],
    ['sm_100f', '10.3', true],
    ['sm_100a', '10.0', true],
    ['sm_100a', '10.3', false],
    ['sm_90a', '9.0', true],
    ['sm_120', '12.1', true],
  ])('%s on %s: %s', (target, capability, runs) => {
    expect(runsOn(target, capability)).toBe(runs);
  });

  it('the newest that it can, and of one version the plain one', () => {
    expect(['sm_100a', 'sm_100f', 'sm_80', 'sm_100', 'sm_103'].sort(byPreference)).toEqual([
      'sm_103',
      'sm_100',
      'sm_100f',
      'sm_100a',
      'sm_80',
    ]);
  });
});
