import { expect, test } from 'vitest';
import { describeClockEvents } from './clock-events.ts';

test.each([
  ['0x0000000000000000', 'none'],
  ['0x0000000000000001', 'idle'],
  ['0x000000000000004C', 'software power cap, hardware slowdown, hardware thermal slowdown'],
  [
    '0x1b2',
    'applications clocks setting, sync boost, software thermal slowdown, hardware power brake, display clocks setting',
  ],
  ['0x8000000000000201', 'idle, unknown reason 0x8000000000000200'],
  ['Not Active', 'not understood: Not Active'],
])('%s is: %s', (field, words) => {
  expect(describeClockEvents(field)).toBe(words);
});
