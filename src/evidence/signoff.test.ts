import { expect, test } from 'vitest';
import { problemText } from './fixtures/sample-context.ts';
import type { Signoffs } from '../schema/signoff.ts';
import { describeSignoff, signoffState } from './signoff.ts';

const format = { name: 'lockstep-signoffs', version: 1 } as const;

test('a page that nobody signed is a draft, and says so', () => {
  const state = signoffState({ format, page: 'a-page', records: [] }, { file: 'content/signoffs/a-page.json' });
  const { state: word, roles, meaning } = describeSignoff(state);
  expect([word, ...roles.map(({ role, who }) => `${role} ${who}`)]).toEqual([
    'draft',
    'Written by pending',
    'Reviewed by pending',
  ]);
  expect(meaning).toContain('Nobody has put their name to this page yet.');
});

test('a record is refused: its signature is not verified, so its name must not appear', () => {
  const record = {
    page: 'a-page',
    role: 'author',
    person: 'A. Person',
    at: '2026-01-31T12:00:00Z',
    covers: [{ kind: 'prose', sha256: 'a'.repeat(64) }],
    signature: 'x',
  } satisfies Signoffs['records'][number];
  const place = { file: 'content/signoffs/a-page.json', line: 4, column: 14 };
  expect(problemText(() => signoffState({ format, page: 'a-page', records: [record] }, place))).toMatchInlineSnapshot(`
    "content/signoffs/a-page.json:4:14
      problem   The sign-offs of "a-page" hold a record, and this version of Lockstep verifies no signature.
      expected  "records": []
      found     1 record
      to do     Take the records out, or update Lockstep to a version that verifies them."
  `);
});
