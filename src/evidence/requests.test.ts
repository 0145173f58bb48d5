import { expect, test } from 'vitest';
import { PLACE, problemText } from './fixtures/sample-context.ts';
import { measuredRequest, parseRequest, samplesRequest } from './requests.ts';

const measured = (props: Record<string, unknown>): string =>
  problemText(() => parseRequest('Measured', measuredRequest, props, PLACE));

test('what is left out has its usual value', () => {
  expect(parseRequest('Measured', measuredRequest, { id: 'a', unit: 'ms' }, PLACE)).toEqual({
    id: 'a',
    unit: 'ms',
    stat: 'median',
  });
});

test('an attribute that is missing', () => {
  expect(measured({ id: 'a' })).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   <Measured> needs the attribute "unit".
      expected  unit
      found     nothing
      to do     Change the attributes of <Measured>."
  `);
});

test('an attribute that does not exist', () => {
  expect(measured({ id: 'a', unit: 'ms', statistic: 'min' })).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   <Measured> takes no attribute "statistic".
      expected  a known name; nearest: "stat"
      found     statistic
      to do     Change the attributes of <Measured>."
  `);
});

test('a value that is not one of the known', () => {
  expect(measured({ id: 'a', unit: 'ms', stat: 'mean' })).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   <Measured> cannot take this value of "stat".
      expected  "min" or "q1" or "median" or "q3" or "max"
      found     "mean"
      to do     Change the attributes of <Measured>."
  `);
});

test('a value of another type', () => {
  const props = { ids: 'a', caption: 'All' };
  expect(problemText(() => parseRequest('Samples', samplesRequest, props, PLACE))).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   <Samples> cannot take this value of "ids".
      expected  Invalid input: expected array, received string
      found     "a"
      to do     Change the attributes of <Samples>."
  `);
});
