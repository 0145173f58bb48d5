import { expect, it } from 'vitest';
import { PLACE, sampleContext } from './fixtures/sample-context.ts';
import { resolveLanes, unpackWords } from './lanes.ts';

const packed = (values: readonly number[]): string => Buffer.from(Uint32Array.from(values).buffer).toString('base64');

it('unpacks 32-bit values, little-endian', () => {
  expect(unpackWords({ type: 'u32', encoding: 'base64', data: 'AQAAAP////8=' })).toEqual([1, 4294967295]);
  expect(unpackWords({ type: 'i32', encoding: 'base64', data: '/////w==' })).toEqual([-1]);
  expect(unpackWords({ type: 'f32', encoding: 'base64', data: 'AACAPw==' })).toEqual([1]);
  expect(unpackWords({ type: 'u8', encoding: 'base64', data: 'AQ==' })).toBeNull();
});

function contextWith(values: readonly number[]): ReturnType<typeof sampleContext> {
  const context = sampleContext();
  const [lab] = Object.values(context.labs);
  const [device] = Object.values(lab?.devices ?? {});
  if (device?.status !== 'read') throw new Error('the sample has no evidence');
  device.evidence.vectors = [
    {
      id: 'warp',
      description: 'a warp',
      run: 'time',
      type: 'u32',
      shape: [values.length],
      seed: null,
      encoding: 'base64',
      data: packed(values),
    },
  ];
  return context;
}

it('gives one value a lane, and tells the ones of the legend apart', () => {
  const values = Array.from({ length: 32 }, (_, lane) => (lane < 4 ? lane + 100 : 0));
  const shown = resolveLanes(
    contextWith(values),
    { vector: 'warp', caption: 'c', legend: [{ value: 0, mark: 'undefined', text: 'zero' }] },
    PLACE,
  );
  expect(shown.lanes[3]).toEqual({ lane: 3, value: 103, mark: null });
  expect(shown.lanes[31]).toEqual({ lane: 31, value: 0, mark: 'undefined' });
  expect(shown.legend).toEqual([{ value: 0, mark: 'undefined', text: 'zero', count: 28 }]);
});

it('refuses a vector that is not one warp', () => {
  expect(() => resolveLanes(contextWith([1, 2]), { vector: 'warp', caption: 'c', legend: [] }, PLACE))
    .toThrowErrorMatchingInlineSnapshot(`
    [Problem: content/days/page.mdx:12:3
      problem   The vector "warp" is not one value for each lane of a warp.
      expected  32 values of 32 bits
      found     2 of type u32, packed as base64
      to do     Name a vector that holds one warp.]
  `);
});

it('refuses a legend that explains what no lane holds', () => {
  const legend = [{ value: 7, mark: 'undefined' as const, text: 'seven' }];
  const values = Array.from({ length: 32 }, () => 0);
  expect(() => resolveLanes(contextWith(values), { vector: 'warp', caption: 'c', legend }, PLACE))
    .toThrowErrorMatchingInlineSnapshot(`
    [Problem: content/days/page.mdx:12:3
      problem   The legend explains the value 7, which no lane of "warp" holds.
      expected  one of 0
      found     7
      to do     Change the legend, and see that the text still says what the lanes hold.]
  `);
});
