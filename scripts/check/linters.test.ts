import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runLinter } from './check.ts';
import { readProject } from './effects.ts';
import type { Linter, Project } from './linter.ts';
import { LINTERS } from './linters/index.ts';
import { asJson, asText } from './report.ts';

const FIXTURES = new URL('fixtures/', import.meta.url);

/** One fixture folder as a project of its own, on a machine with a folder /attic; `large.json` stands for a large file. */
function project(name: string): Project {
  const root = fileURLToPath(new URL(name, FIXTURES));
  const read = readProject(root, ['verify', 'check']);
  const size = (file: string): number => (file.endsWith('/large.json') ? 1_234_567 : read.size(file));
  return { ...read, size, machineFolders: ['attic', 'usr'] };
}

/** The fixtures are small projects, in which the exceptions of this one have nothing to excuse. */
const withoutExceptions = (linter: Linter): Linter => ({ ...linter, exceptions: [] });

describe.each(LINTERS)('$name', (linter) => {
  test('passes what is right', () => {
    const result = runLinter(withoutExceptions(linter), project(`${linter.name}/passes`));
    expect(asText([result])).toMatch(/^ok /);
    expect(result.problems).toEqual([]);
    expect(result.files).toBeGreaterThan(0);
  });

  test('says place, cause and remedy of what is wrong', async () => {
    const result = runLinter(withoutExceptions(linter), project(`${linter.name}/fails`));
    await expect(`${asText([result])}\n`).toMatchFileSnapshot(`fixtures/${linter.name}/expected.txt`);
  });
});

describe('exceptions', () => {
  const finding = { place: { file: 'a.ts', line: 3 }, cause: 'it is bad', found: 'bad', remedy: 'mend it' };
  const linter = (found: string, findings = [finding]): Linter => ({
    name: 'sample',
    rule: 'nothing is bad',
    scope: () => true,
    check: () => findings,
    exceptions: [{ file: 'a.ts', found, why: 'it must be' }],
  });
  const anything = project('engine-names/passes');

  test('excuse what they name', () => {
    expect(runLinter(linter('bad'), anything).problems).toEqual([]);
  });

  test('excuse nothing else', () => {
    expect(runLinter(linter('worse'), anything).problems.map(({ cause }) => cause)).toEqual([
      'it is bad',
      'the exception from sample for "worse" excuses nothing any more',
    ]);
  });

  test('are an error when what they excuse is gone', () => {
    expect(runLinter(linter('bad', []), anything).problems).toEqual([
      {
        place: { file: 'a.ts' },
        cause: 'the exception from sample for "bad" excuses nothing any more',
        remedy: 'delete it from scripts/check/linters/sample.ts',
      },
    ]);
  });
});

test('the JSON holds every check with its problems', () => {
  const result = { name: 'sample', rule: 'nothing is bad', files: 2, problems: [] };
  expect(JSON.parse(asJson([result]))).toEqual({ format: 1, checks: [result] });
});
