import { expect, test, vi } from 'vitest';
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

test('the survey and the loaders, which are bundled apart, get the same one', async () => {
  const root = await writeRepository();
  vi.resetModules();
  const other = await import('./held.ts');
  expect(other.heldSnapshot).not.toBe(heldSnapshot);
  expect(await other.heldSnapshot(root)).toBe(await heldSnapshot(root));
});
