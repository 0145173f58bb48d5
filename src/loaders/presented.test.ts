import { expect, test, vi } from 'vitest';
import { writeRepository } from '../node/fixtures/sample-repository.ts';
import { readSnapshot } from '../node/snapshot.ts';
import { present, presented } from './presented.ts';

test('pages, which are bundled apart, get what the loader presented last; before that there is nothing to show', async () => {
  expect(() => presented()).toThrow('no loader presented a snapshot');
  vi.resetModules();
  const pages = await import('./presented.ts');
  expect(pages.presented).not.toBe(presented);
  const root = await writeRepository();
  for (const snapshot of [await readSnapshot(root), await readSnapshot(root)]) {
    present(snapshot);
    expect(pages.presented()).toBe(snapshot);
  }
});
