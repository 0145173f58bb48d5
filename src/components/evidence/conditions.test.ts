import { expect, test } from 'vitest';
import { plainText } from '../../evidence/figure.ts';
import type { ShownMeasurement } from '../../evidence/shown.ts';
import { clockWords, discardReasons, heldBy } from './conditions.ts';

const provenance = { lab: 'sample', deviceSlug: 'acme-z900' } as ShownMeasurement['provenance'];
const known: Pick<ShownMeasurement, 'at' | 'conditions' | 'provenance'> = {
  at: '/measurements/0',
  provenance,
  conditions: {
    status: 'read',
    readings: 31,
    smClockMHz: { before: 1980, after: 1935, least: 345 },
    throttleReasons: { before: '0x0', after: '0x4', ever: '0x5' },
  },
};

test('clocks are figures of the evidence', () => {
  const words = clockWords(known);
  expect(plainText(words)).toBe('1,980 MHz before, 1,935 MHz after, at the least 345 MHz');
  expect(words.flatMap((word) => (typeof word === 'string' ? [] : word.of))).toEqual(
    ['before', 'after', 'least'].map((when) => `sample/acme-z900#/measurements/0/conditions/smClockMHz/${when}`),
  );
});

test('every reason that held the clock is named', () => {
  expect(heldBy(known)).toBe('idle, software power cap');
});

test('what is not known is said to be not known', () => {
  const unknown = { ...known, conditions: { status: 'unavailable' as const, reason: 'format 1 did not record it' } };
  expect([plainText(clockWords(unknown)), heldBy(unknown)]).toEqual(['not known: format 1 did not record it', null]);
});

test('reasons for discarding are named once', () => {
  const reasons = ['hardware slowdown', 'hardware slowdown', 'hardware power brake'];
  expect(discardReasons({ discarded: reasons.map((reason) => ({ sample: 1, reason })) })).toBe(
    'hardware slowdown; hardware power brake',
  );
});
