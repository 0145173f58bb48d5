import { expect, test } from 'vitest';
import { Problem, Problems, describePlace, describeProblem, problemsOf } from './problem.ts';

const one = {
  place: { file: 'content/days/page.mdx', line: 12, column: 3 },
  cause: 'This is wrong.',
  expected: 'right',
  found: 'wrong\nand more',
  remedy: 'Run: npx lockstep verify a-lab',
};

test('a problem says place, what is wrong, expected, found and what to do', () => {
  expect(describeProblem(one)).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   This is wrong.
      expected  right
      found     wrong
                and more
      to do     Run: npx lockstep verify a-lab"
  `);
});

test('what is not known is left out', () => {
  const { place, cause, remedy } = one;
  expect(describeProblem({ place: { file: place.file }, cause, remedy })).toMatchInlineSnapshot(`
    "content/days/page.mdx
      problem   This is wrong.
      to do     Run: npx lockstep verify a-lab"
  `);
  expect(describePlace({ file: 'a.json', column: 3 })).toBe('a.json');
});

test('several are told in the order of their places, each once, with a total', () => {
  const later = { ...one, place: { ...one.place, line: 40 } };
  const problems = new Problems([later, one, one]);
  expect(problems.message).toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   This is wrong.
      expected  right
      found     wrong
                and more
      to do     Run: npx lockstep verify a-lab

    content/days/page.mdx:40:3
      problem   This is wrong.
      expected  right
      found     wrong
                and more
      to do     Run: npx lockstep verify a-lab

    2 problems"
  `);
});

test('an error gives its problems back as plain data', () => {
  expect(problemsOf(new Problem(one))).toEqual([one]);
  expect(problemsOf(new TypeError('other'))).toBeNull();
});
