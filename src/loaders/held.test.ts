import { expect, test, vi } from 'vitest';
import { writeRepository } from '../node/fixtures/sample-repository.ts';
import { afterChange, dropSnapshot, heldSnapshot } from './held.ts';

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

test('a change is read once nothing changes any more, and all who heard of it wait for the same quiet', async () => {
  const root = await writeRepository();
  const before = await heldSnapshot(root);
  const first = afterChange(root);
  expect(await heldSnapshot(root), 'not yet: the file may be half written').toBe(before);
  expect(afterChange(root)).toBe(first);
  await first;
  expect(await heldSnapshot(root)).not.toBe(before);
});
