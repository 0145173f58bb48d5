import { expect, test } from 'vitest';
import { PLACE, problemText } from './fixtures/sample-context.ts';
import { findRegion, regionsOf } from './region.ts';

const FILE = 'code/lab/kernel.cu';
const NESTED =
  'int a;\n// #region outer\nint b;\n  // #region inner\nint c;\n  // #endregion inner\nint d;\n// #endregion outer\n';

test('a region keeps the line numbers of its file, and no marker of a region inside it', () => {
  expect(regionsOf(FILE, NESTED).get('outer')?.lines).toEqual([
    { number: 3, text: 'int b;' },
    { number: 5, text: 'int c;' },
    { number: 7, text: 'int d;' },
  ]);
  expect(findRegion(FILE, NESTED, 'inner', PLACE).lines).toEqual([{ number: 5, text: 'int c;' }]);
});

test('lines end as the file has them', () => {
  expect(regionsOf(FILE, NESTED.replaceAll('\n', '\r\n')).get('inner')?.lines).toEqual([{ number: 5, text: 'int c;' }]);
});

test('a region that does not exist', () => {
  expect(problemText(() => findRegion(FILE, NESTED, 'iner', PLACE))).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   code/lab/kernel.cu has no region "iner".
      expected  a known name; nearest: "inner", "outer"
      found     "iner"
      to do     Change the region, or mark it in code/lab/kernel.cu with "// #region iner" and "// #endregion iner"."
  `);
});

test('a region without a line', () => {
  const text = '// #region a\n\n// #endregion a\n';
  expect(problemText(() => findRegion(FILE, text, 'a', PLACE))).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   Region "a" of code/lab/kernel.cu is empty.
      expected  at least one line
      found     "a"
      to do     Change the region, or mark it in code/lab/kernel.cu with "// #region a" and "// #endregion a"."
  `);
});

test('a region that is never closed', () => {
  expect(problemText(() => regionsOf(FILE, 'int a;\n// #region a\nint b;\n'))).toMatchInlineSnapshot(`
    "code/lab/kernel.cu:2
      problem   Region "a" is never closed.
      expected  "// #region name" and "// #endregion name", one of each, properly nested
      to do     Add: // #endregion a"
  `);
});

test('a region that is there twice', () => {
  const twice = '// #region a\nint a;\n// #endregion a\n';
  expect(problemText(() => regionsOf(FILE, twice + twice))).toMatchInlineSnapshot(`
    "code/lab/kernel.cu:4
      problem   Region "a" is there twice.
      expected  "// #region name" and "// #endregion name", one of each, properly nested
      to do     Rename one of them."
  `);
});

test('regions that cross', () => {
  const text = '// #region a\n// #region b\nint a;\n// #endregion a\n// #endregion b\n';
  expect(problemText(() => regionsOf(FILE, text))).toMatchInlineSnapshot(`
    "code/lab/kernel.cu:4
      problem   "#endregion a" does not close the region opened last.
      expected  "// #region name" and "// #endregion name", one of each, properly nested
      to do     Move or add a marker."
  `);
});

test('an end without a beginning', () => {
  expect(problemText(() => regionsOf(FILE, '// #endregion a\n'))).toMatchInlineSnapshot(`
    "code/lab/kernel.cu:1
      problem   "#endregion a" does not close the region opened last.
      expected  "// #region name" and "// #endregion name", one of each, properly nested
      to do     Move or add a marker."
  `);
});
