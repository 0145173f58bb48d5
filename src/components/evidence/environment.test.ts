import { expect, test } from 'vitest';
import { resolveEnvironment } from '../../evidence/environment.ts';
import { plainText } from '../../evidence/figure.ts';
import { PLACE, sampleContext } from '../../evidence/fixtures/sample-context.ts';
import type { ShownEnvironment } from '../../evidence/shown.ts';
import { buildFacts, environmentFacts, inputFacts } from './environment.ts';
import type { Fact } from './facts.ts';

function shown(): ShownEnvironment {
  const environment = resolveEnvironment(sampleContext(), {}, PLACE);
  const { capture } = environment.evidence;
  const stateBefore = {
    status: 'read',
    smClockMHz: 345,
    memoryClockMHz: 3201,
    maxSmClockMHz: 1980,
    powerWatts: null,
    powerLimitWatts: 700,
    temperatureCelsius: 31,
    throttleReasons: '0x0000000000000005',
  } as const;
  return { ...environment, evidence: { ...environment.evidence, capture: { ...capture, stateBefore } } };
}

const lines = (facts: Fact[]): string[] => facts.map(([term, words]) => `${term}: ${plainText(words)}`);

test('the device, what held its clocks, and the tools in their own words', () => {
  const facts = lines(environmentFacts(shown()));
  expect(facts).toContain('clocks before: 345 of 1,980 MHz, 31 °C');
  expect(facts).toContain('clocks held before by: idle, software power cap');
  expect(facts).toContain('clocks after: not read: not read');
  expect(facts).toContain('ncu: unavailable: ncu: not found');
});

test('each build with its command, and with its outcome where it is not plain success', () => {
  expect(lines(buildFacts(shown()))).toEqual([
    'sample for sm_90: nvcc -arch=sm_90 code/sample-lab/sample.cu',
    'sample for sm_120: not supported by this toolchain: nvcc -arch=sm_120 code/sample-lab/sample.cu',
  ]);
});

test('each input with the beginning of its digest, and where the whole of it is', () => {
  const [[path, words] = ['', []]] = inputFacts(shown());
  expect([path, words]).toEqual([
    'code/sample-lab/sample.cu',
    [{ text: 'aaaaaaaaaaaa', form: 'short-digest', of: ['sample-lab/sample-gpu#/inputs/0/sha256'] }],
  ]);
});
