import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { evidenceDigest } from '../../../src/node/digest.ts';
import { build, copyProject, removeCopy } from './project-copy.ts';
import { EVIDENCE } from './site.ts';

const { lab, file } = EVIDENCE[0] ?? { lab: '', file: '' };
const MARK = 'Wombat';

/** Changes of the kinds that a cache may miss, and what each must change on the page of the day. */
const CHANGES: { kind: string; file: string; change: (text: string) => string; shown: string }[] = [
  {
    kind: 'the schema of pages',
    file: 'src/schema/page.ts',
    change: (text) =>
      text.replace(/title: z\.string\(\)\.min\(1\)\.max\(\d+\)/, `$&.transform((title) => title + ' ${MARK}1')`),
    shown: `${MARK}1`,
  },
  {
    kind: 'a page',
    file: `content/days/${lab}.mdx`,
    change: (text) => `${text}\n${MARK}2\n`,
    shown: `${MARK}2`,
  },
  {
    kind: 'the configuration of the course',
    file: 'content/course.json',
    change: (text) => text.replace('"title": "', `"title": "${MARK}3 `),
    shown: `${MARK}3`,
  },
  {
    kind: 'a component',
    file: 'src/components/evidence/EnvironmentTable.astro',
    change: (text) => text.replace('Where these numbers come from', `${MARK}4`),
    shown: `${MARK}4`,
  },
  {
    kind: 'a function that components call',
    file: 'src/evidence/signoff.ts',
    change: (text) => text.replace("'Nobody has", `'${MARK}5. Nobody has`),
    shown: `${MARK}5`,
  },
  {
    kind: 'evidence',
    file,
    change: (text) => {
      const evidence = JSON.parse(text) as { capture: { tool: { version: string } } };
      evidence.capture.tool.version = `${MARK}6`;
      return JSON.stringify({ ...evidence, digest: evidenceDigest(evidence) });
    },
    shown: `${MARK}6`,
  },
];

/** Every file of the built site with its bytes. */
const built = (copy: string): Record<string, string> =>
  Object.fromEntries(
    globSync('**/*.*', { cwd: join(copy, 'dist') })
      .sort()
      .map((name) => [name, readFileSync(join(copy, 'dist', name), 'latin1')]),
  );

test.describe('a build after another build', () => {
  test.describe.configure({ timeout: 240_000 });

  test.afterAll(() => {
    removeCopy('warm');
  });

  test('follows every change, and is byte for byte the build of a new clone', () => {
    const copy = copyProject('warm');
    expect(build(copy).output, 'the copy builds as it is').toContain('Complete!');
    for (const { kind, file: changed, change, shown } of CHANGES) {
      const text = readFileSync(join(copy, changed), 'utf8');
      const next = change(text);
      expect(next, `${kind} is changed`).not.toBe(text);
      writeFileSync(join(copy, changed), next);
      expect(build(copy).output, `it builds with ${kind} changed`).toContain('Complete!');
      const page = readFileSync(join(copy, 'dist/days', lab, 'index.html'), 'utf8');
      expect(page.includes(shown), `${kind} is followed`).toBe(true);
    }
    const warm = built(copy);
    for (const kept of ['dist', 'node_modules', '.astro']) rmSync(join(copy, kept), { recursive: true, force: true });
    expect(build(copy).output).toContain('Complete!');
    const cold = built(copy);
    expect(Object.keys(warm)).toEqual(Object.keys(cold));
    expect(Object.keys(warm).filter((name) => warm[name] !== cold[name])).toEqual([]);
  });
});
