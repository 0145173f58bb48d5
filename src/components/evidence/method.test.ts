import { expect, test } from 'vitest';
import { describeMethod } from './method.ts';

test('a method is one line of facts', () => {
  expect(
    describeMethod({
      kind: 'sampled-in-turn',
      timed: 'one launch',
      clock: 'cuda-events',
      cache: 'cold',
      flush: 'L2 overwritten',
      warmups: 10,
      operationsPerSample: 1,
      stopRule: { kind: 'sample-count', samples: 200 },
    }),
  ).toBe('CUDA events; caches cold (L2 overwritten); 10 warm-ups; 1 operation a sample; stopped after 200 samples');
});

test('a stop rule that was not met is said', () => {
  expect(
    describeMethod({
      kind: 'sampled-in-turn',
      timed: 'the loop',
      clock: 'clock64',
      cache: 'not-applicable',
      flush: null,
      warmups: 1,
      operationsPerSample: 256,
      stopRule: { kind: 'relative-spread', below: 0.01, leastSamples: 30, mostSamples: 1000, reached: false },
    }),
  ).toContain('stopped at the limit of 1,000 samples: the spread stayed above 1%');
});
