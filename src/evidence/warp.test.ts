import { expect, test } from 'vitest';
import { PLACE, problemText, sampleContext } from './fixtures/sample-context.ts';
import { parseRequest, warpStripRequest } from './requests.ts';
import { describeLanes, hexOfLanes, lanesOfMask, resolveWarp } from './warp.ts';
import type { ShownWarp } from './shown.ts';

const strip = (attributes: Record<string, unknown>): ShownWarp =>
  resolveWarp(
    sampleContext(),
    parseRequest('WarpStrip', warpStripRequest, { label: 'A strip.', ...attributes }, PLACE),
    PLACE,
  );

test('a mask names its lanes, lowest bit first', () => {
  expect(lanesOfMask('0x0000000b')).toEqual([0, 1, 3]);
  expect(lanesOfMask(0xffffffff)).toHaveLength(32);
  expect(lanesOfMask(0x80000000)).toEqual([31]);
});

test.each(['0x1ffffffff', 'lanes', '', -1, 0.5])('%s is no mask', (mask) => {
  expect(lanesOfMask(mask)).toBeNull();
  expect(problemText(() => strip({ mask }))).toContain(`found     ${JSON.stringify(mask)}`);
});

test('what is no mask is refused at its place', () => {
  expect(problemText(() => strip({ mask: '0xffffffff', undefinedMask: '0xgg' }))).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   The undefinedMask of <WarpStrip> is no mask of a warp.
      expected  a 32-bit mask, written like undefinedMask="0x000fffff"
      found     "0xgg"
      to do     Change the attributes of <WarpStrip>."
  `);
});

test('lanes go back to the mask, and into words', () => {
  expect(hexOfLanes([0, 1, 2, 3])).toBe('0x0000000f');
  expect(describeLanes([0, 1, 2, 3, 8, 30, 31])).toBe('0–3, 8, 30–31');
  expect(describeLanes([])).toBe('none');
});

test('a lane that reads one which is not there has an undefined value', () => {
  const { solid, crossed, hollow, description } = strip({ mask: '0x000fffff', reads: 16 });
  expect([describeLanes(solid), describeLanes(crossed), describeLanes(hollow)]).toEqual([
    '0–3, 16–19',
    '4–15',
    '4–15, 20–31',
  ]);
  expect(description).toContain('Lanes 4–15 read from lanes that are not active.');
});
