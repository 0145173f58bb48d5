import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plan } from '../../src/schema/plan.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const examples = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text) as unknown);

test('the plan that the README shows is one', () => {
  expect(examples).toHaveLength(1);
  expect(plan.parse(examples[0])).toMatchObject({ programs: [{ folder: 'vendor/project' }], runs: [{ id: 'once' }] });
});

test('and would be refused with a program that it does not have', () => {
  const [example] = examples;
  const { error } = plan.safeParse({
    ...(example as object),
    runs: [{ id: 'x', program: 'y', timeoutSeconds: 1, ends: null }],
  });
  expect(error?.issues.map(({ message }) => message)).toEqual(['no program "y"']);
});
