import { expect, test } from 'vitest';
import { figure, figureData, plainText, range, statistic } from './figure.ts';
import { PLACE, sampleContext } from './fixtures/sample-context.ts';
import type { ShownMeasurement } from './shown.ts';
import { resolveMeasurement } from './values.ts';

const measured = (id: string, unit: string): ShownMeasurement =>
  resolveMeasurement(sampleContext(), { id, unit, stat: 'median' }, PLACE);

test('a statistic says where the evidence holds it', () => {
  expect(figureData(statistic(measured('slow/time', 'µs'), 'q1'))).toEqual({
    'data-figure': 'sample-lab/sample-gpu#/measurements/1/summary/q1',
    'data-form': 'value',
  });
});

test('a range is two figures, and one that stands for both where they read the same', () => {
  const varied = range(measured('slow/time', 'µs'), 'min', 'max');
  expect([plainText(varied), varied.filter((part) => typeof part !== 'string')]).toHaveProperty('1.length', 2);
  expect(plainText(varied)).toBe('12.47 – 12.53\u202fµs');
  const [same, ...rest] = range(measured('step/cycles', 'cycles'), 'q1', 'q3', 'number');
  expect([same, rest]).toEqual([
    {
      text: '23',
      form: 'number',
      of: ['sample-lab/sample-gpu#/measurements/2/summary/q1', 'sample-lab/sample-gpu#/measurements/2/summary/q3'],
    },
    [],
  ]);
});

test('words are read with their figures', () => {
  const origin = { lab: 'a-lab', deviceSlug: 'a-gpu' };
  expect(plainText([figure(origin, '/builds', 'length', '5'), ' builds'])).toBe('5 builds');
});
