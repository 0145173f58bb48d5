import { expect, test } from 'vitest';
import { writeRepository } from '../node/fixtures/sample-repository.ts';
import { dropSnapshot, heldSnapshot } from './held.ts';

test('all who ask get the same snapshot, until something changed', async () => {
  const root = await writeRepository();
  const [first, second] = await Promise.all([heldSnapshot(root), heldSnapshot(root)]);
  expect(second).toBe(first);
  dropSnapshot(root);
  const third = await heldSnapshot(root);
  expect(third).not.toBe(first);
  expect(await heldSnapshot(root)).toBe(third);
});
