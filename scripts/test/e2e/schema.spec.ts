import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../lib/bootstrap/effects.mjs';
import { build, copyProject, removeCopy } from './project-copy.ts';

/** The `$id` of each published schema, by the name of its file. */
const identities = (root: string): [name: string, id: unknown][] =>
  globSync('dist/schema/*.json', { cwd: root })
    .sort()
    .map((file) => {
      const schema = JSON.parse(readFileSync(join(root, file), 'utf8')) as { $id?: string };
      return [basename(file), schema.$id];
    });

test.describe('published schemas', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });

  test.afterAll(() => {
    removeCopy('schema');
  });

  test('claim no address where the site has none', () => {
    const found = identities(ROOT);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(([, id]) => id !== undefined)).toEqual([]);
  });

  test('are known by their address where the site has one', () => {
    const copy = copyProject('schema');
    const settings = { LOCKSTEP_SITE: 'https://course.example', LOCKSTEP_BASE: '/cuda' };
    expect(build(copy, settings).output).toContain('Complete!');
    const found = identities(copy);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(found.map(([name]) => [name, `https://course.example/cuda/schema/${name}`]));
  });
});
