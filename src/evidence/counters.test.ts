import { expect, it } from 'vitest';
import type { Profile } from '../schema/profile.ts';
import { resolveCounters, type ShownCounters } from './counters.ts';
import { plainText } from './figure.ts';
import { PLACE, problemText, sampleContext } from './fixtures/sample-context.ts';

const read: Profile['result'] = {
  status: 'read',
  metrics: [
    { name: 'conflicts.sum', unit: '', value: 286_720 },
    { name: 'passes.sum', unit: '', value: 4096 },
  ],
};

function counters(profiles: Record<string, Profile['result']>, name = 'conflicts.sum'): ShownCounters {
  const context = sampleContext();
  const [device] = Object.values(Object.values(context.labs)[0]?.devices ?? {});
  if (device?.status !== 'read') throw new Error('the sample has no evidence');
  device.evidence.profiles = Object.entries(profiles).map(([id, result]) => ({ id, run: id, kernel: 'k', result }));
  const rows = Object.keys(profiles).map((id) => ({ id, text: id.toUpperCase() }));
  return resolveCounters(context, { profiles: rows, metrics: [{ name, text: 'what' }], caption: 'counted' }, PLACE);
}

it('a counter is a figure of the evidence', () => {
  const [row] = counters({ a: read }, 'passes.sum').rows;
  expect(row?.text).toBe('A');
  expect(row?.values[0]?.[0]).toMatchObject({
    text: '4,096',
    form: 'as-is',
    of: ['sample-lab/sample-gpu#/profiles/0/result/metrics/1/value'],
  });
});

it('counters that the profiler was not let at are not read', () => {
  const [row] = counters({ a: { status: 'not-permitted', said: 'ERR_NVGPUCTRPERM' } }).rows;
  expect(row?.values.map(plainText)).toEqual(['not read']);
});

it('a metric that a profile does not hold is a problem, with the nearest', () => {
  const text = problemText(() => counters({ a: read }, 'conflict.sum'));
  expect(text).toContain('The profile "a" holds no metric "conflict.sum".');
  expect(text).toContain('nearest: "conflicts.sum"');
});
