import { expect, test } from 'vitest';
import { describeProblems } from '../evidence/problem.ts';
import { writeRepository } from './fixtures/sample-repository.ts';
import { survey } from './survey.ts';

test('a sound repository has no problem', async () => {
  expect(describeProblems(await survey({ root: await writeRepository(), showStale: false }))).toBe('');
});
