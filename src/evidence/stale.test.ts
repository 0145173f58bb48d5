import { expect, test } from 'vitest';
import { describeStanding } from './stale.ts';

const capturedOn = '31 January 2026';
const changed = { path: 'code/lab/a.cu', role: 'source', change: 'changed', expected: 'a', found: 'b' } as const;

test('quoted code says whether it is what was measured', () => {
  expect(describeStanding('code/lab/a.cu', { capturedOn, freshness: { state: 'fresh' } })).toBe(
    'Measured as it stands here on 31 January 2026.',
  );
  const freshness = { state: 'stale', inputs: [changed], method: null } as const;
  expect(describeStanding('code/lab/a.cu', { capturedOn, freshness: { ...freshness, inputs: [changed] } })).toBe(
    'Changed since it was measured on 31 January 2026: this is not the code that the figures are of.',
  );
  expect(describeStanding('code/lab/b.cu', { capturedOn, freshness: { ...freshness, inputs: [changed] } })).toBe(
    'Measured on 31 January 2026, with other files that have changed since.',
  );
});
