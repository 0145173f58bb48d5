import { expect, test } from 'vitest';
import { describeProblems } from './problem.ts';
import { judgeFreshness } from './freshness.ts';
import { staleProblems } from './stale.ts';

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
const evidence = {
  method: { version: 1 },
  inputs: [
    { path: 'code/lab/plan.json', role: 'plan' as const, sha256: a },
    { path: 'code/lab/kernel.cu', role: 'source' as const, sha256: b },
  ],
};
const present = new Map([
  ['code/lab/plan.json', a],
  ['code/lab/kernel.cu', b],
]);

test('evidence is fresh while every file it was made with is the same', () => {
  expect(judgeFreshness(evidence, present, 1)).toEqual({ state: 'fresh' });
});

test('a changed file, a missing file and another measuring method each make it stale', () => {
  const stale = judgeFreshness(evidence, new Map([['code/lab/kernel.cu', a]]), 2);
  expect(describeProblems(staleProblems('lab', 'code/lab/evidence/gpu.json', stale))).toMatchInlineSnapshot(`
    "code/lab/plan.json
      problem   This plan is gone, and the evidence in code/lab/evidence/gpu.json was made with it.
      expected  sha256 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
      found     no file
      to do     Run: npx lockstep verify lab
                (or take the change back: git restore code/lab/plan.json)

    code/lab/kernel.cu
      problem   This source changed after the evidence in code/lab/evidence/gpu.json was made with it.
      expected  sha256 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      found     sha256 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
      to do     Run: npx lockstep verify lab
                (or take the change back: git restore code/lab/kernel.cu)

    code/lab/evidence/gpu.json
      problem   The samples were taken by another version of the measuring method.
      expected  version 2
      found     version 1
      to do     Run: npx lockstep verify lab

    3 problems"
  `);
});

test('a file the evidence was not made with changes nothing', () => {
  expect(judgeFreshness(evidence, new Map([...present, ['code/lab/exercises/x.cu', a]]), 1)).toEqual({
    state: 'fresh',
  });
});
