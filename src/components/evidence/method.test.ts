import { expect, test } from 'vitest';
import { describeMethod } from './method.ts';

test('a method is one line of facts', () => {
  expect(
    describeMethod(
      {
        kind: 'sampled-in-turn',
        timed: 'one launch',
        clock: 'cuda-events',
        cache: 'cold',
        flush: 'L2 overwritten',
        warmups: 10,
        operationsPerSample: 1,
        stopRule: { kind: 'sample-count', samples: 200 },
      },
      0,
    ),
  ).toBe('CUDA events; caches cold (L2 overwritten); 10 warm-ups; 1 operation a sample; stopped after 200 samples');
});

const unmet = {
  kind: 'sampled-in-turn' as const,
  timed: 'the loop',
  clock: 'clock64' as const,
  cache: 'not-applicable' as const,
  flush: null,
  warmups: 1,
  operationsPerSample: 256,
  stopRule: {
    kind: 'relative-spread' as const,
    below: 0.01,
    leastSamples: 30,
    mostSamples: 1000,
    mostDiscarded: 40,
    reached: false,
  },
};

test('a stop rule that was not met is said', () => {
  expect(describeMethod(unmet, 39)).toContain('stopped at the limit of 1,000 samples: the spread stayed above 1%');
});

test('an end for too many discarded samples is said', () => {
  expect(describeMethod(unmet, 40)).toContain('stopped at the limit of 40 discarded samples, before the spread was 1%');
});
