import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import typescript from 'typescript-eslint';
import { describe, expect, test } from 'vitest';
import { IMPORT_TABLE } from './import-table.mjs';

const RULES = [
  'boundaries/dependencies',
  'boundaries/no-unknown-files',
  'no-restricted-globals',
  'no-restricted-syntax',
];
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// The project's own configuration; only what needs a file on disk to be typed is off.
const eslint = new ESLint({ cwd: ROOT, overrideConfig: [typescript.configs.disableTypeChecked] });

/** The import rules that a file with this one line would break. */
async function broken(file: string, line: string): Promise<string[]> {
  const source = file.endsWith('.astro') ? `---\n${line}\n---\n<p>text</p>\n` : `${line}\n`;
  const [result] = await eslint.lintText(source, { filePath: `${ROOT}${file}` });
  const messages = result?.messages ?? [];
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.flatMap(({ ruleId }) => (ruleId !== null && RULES.includes(ruleId) ? [ruleId] : []));
}

interface Case {
  row: string;
  file: string;
  legal: string[];
  offending: string[];
}

const CASES: Case[] = [
  {
    row: 'schema',
    file: 'src/schema/evidence.ts',
    legal: [`import { z } from 'zod';`, `import { unit } from './unit.ts';`],
    offending: [
      `import { readFileSync } from 'node:fs';`,
      `import { z } from 'astro/zod';`,
      `import { resolve } from '../evidence/resolve.ts';`,
      `import type { Lab } from '../../scripts/verify/lab.ts';`,
      `export * from '../../../elsewhere/unit.ts';`,
      `export const here = process.cwd();`,
    ],
  },
  {
    row: 'evidence',
    file: 'src/evidence/resolve.ts',
    legal: [`import { evidence } from '../schema/evidence.ts';`, `import { Problem } from './problem.ts';`],
    offending: [
      `import { getCollection } from 'astro:content';`,
      `import type { AstroGlobal } from 'astro';`,
      `import { readFile } from 'node:fs/promises';`,
      `import fs from 'fs';`,
      `import { read } from '../node/read.ts';`,
      `import { verify } from '../../scripts/verify/command.ts';`,
      `export const title = document.title;`,
    ],
  },
  {
    row: 'simt',
    file: 'src/simt/parse/parser.ts',
    legal: [`import { Parser } from 'web-tree-sitter';`, `import { step } from '../run/step.ts';`],
    offending: [
      `import { judge } from '../../evidence/judge.ts';`,
      `const fs = await import('node:fs');`,
      `export const root = window;`,
    ],
  },
  {
    row: 'node',
    file: 'src/node/read.ts',
    legal: [`import { readFileSync } from 'node:fs';`, `import { resolve } from '../evidence/resolve.ts';`],
    offending: [
      `import { getCollection } from 'astro:content';`,
      `import { Measured } from '../components/evidence/measured.ts';`,
      `import { table } from '../../scripts/lib/table.ts';`,
    ],
  },
  {
    row: 'loaders',
    file: 'src/loaders/evidence.ts',
    legal: [`import type { Loader } from 'astro/loaders';`, `import { read } from '../node/read.ts';`],
    offending: [
      `import Measured from '../components/evidence/Measured.astro';`,
      `import { verify } from '../../scripts/verify/command.ts';`,
      `import { step } from '../simt/step.ts';`,
    ],
  },
  {
    row: 'markdown',
    file: 'src/markdown/diagrams.ts',
    legal: [`import { createHighlighter } from 'shiki';`, `import { Problem } from '../evidence/problem.ts';`],
    offending: [
      `import Figure from '../components/figure/Figure.astro';`,
      `import { render } from '../../scripts/diagrams/render.ts';`,
      `import { read } from '../node/read.ts';`,
    ],
  },
  {
    row: 'room',
    file: 'src/components/evidence/Measured.astro',
    legal: [
      `import type { Sample } from '../../schema/evidence.ts';`,
      `import { resolve } from '../../evidence/resolve.ts';`,
      `import Spread from './Spread.astro';`,
      `import { run } from '../../simt/run.ts';`,
    ],
    offending: [
      `import Listing from '../sass/Listing.astro';`,
      `import { evidence } from '../../schema/evidence.ts';`,
      `import { readFileSync } from 'node:fs';`,
      `import { execFile } from 'node:child_process';`,
      `import { table } from '../../../scripts/lib/table.ts';`,
      `import Page from '../../layouts/Page.astro';`,
      `import { read } from '../../node/read.ts';`,
    ],
  },
  {
    row: 'layouts',
    file: 'src/layouts/Page.astro',
    legal: [`import Byline from '../components/signoff/Byline.astro';`, `import { getEntry } from 'astro:content';`],
    offending: [
      `import { readFileSync } from 'node:fs';`,
      `import { read } from '../node/read.ts';`,
      `import { check } from '../../scripts/check/command.ts';`,
    ],
  },
  {
    row: 'pages',
    file: 'src/pages/days/[day].astro',
    legal: [
      `import { getCollection } from 'astro:content';`,
      `import Page from '../../layouts/Page.astro';`,
      `import Byline from '../../components/signoff/Byline.astro';`,
      `import { presented } from '../../loaders/presented.ts';`,
    ],
    offending: [
      `import { readFileSync } from 'node:fs';`,
      `const files = import.meta.glob('../../../code/*/evidence/*.json');`,
      `import kernel from '../../../code/lab/kernel.cu?raw';`,
      `import { read } from '../../node/read.ts';`,
      `import { check } from '../../../scripts/check/command.ts';`,
    ],
  },
  {
    row: 'styles',
    file: 'src/styles/tokens.ts',
    legal: [`import { scale } from './scale.ts';`],
    offending: [`import { evidence } from '../schema/evidence.ts';`, `import { readFileSync } from 'node:fs';`],
  },
  {
    row: 'collections',
    file: 'src/content.config.ts',
    legal: [`import { defineCollection } from 'astro:content';`, `import { evidence } from './loaders/evidence.ts';`],
    offending: [`import Page from './layouts/Page.astro';`, `import { check } from '../scripts/check/command.ts';`],
  },
  {
    row: 'lib',
    file: 'scripts/lib/errors.ts',
    legal: [`import { Problem } from '../../src/evidence/problem.ts';`, `import { spawn } from 'node:child_process';`],
    offending: [`import { verify } from '../verify/command.ts';`, `import Page from '../../src/layouts/Page.astro';`],
  },
  {
    row: 'cli',
    file: 'scripts/lockstep.mjs',
    legal: [`await import('./verify/command.ts');`, `import { main } from './lib/main.ts';`],
    offending: [`import { evidence } from '../src/schema/evidence.ts';`, `import { read } from '../src/node/read.ts';`],
  },
  {
    row: 'command',
    file: 'scripts/verify/command.ts',
    legal: [
      `import { evidence } from '../../src/schema/evidence.ts';`,
      `import { resolve } from '../../src/evidence/resolve.ts';`,
      `import { read } from '../../src/node/read.ts';`,
      `import { run } from '../../src/simt/run.ts';`,
      `import { UserError } from '../lib/errors.ts';`,
      `import { build } from './build/build.ts';`,
      `import manifest from '../../package.json' with { type: 'json' };`,
      `import { spawn } from 'node:child_process';`,
    ],
    offending: [
      `import { grade } from '../learn/grade.ts';`,
      `import Page from '../../src/layouts/Page.astro';`,
      `import { loader } from '../../src/loaders/evidence.ts';`,
      `import { plugin } from '../../src/markdown/diagrams.ts';`,
      `import lock from '../../package-lock.json' with { type: 'json' };`,
      `import notes from '../../../beside/notes.json';`,
    ],
  },
];

test('every row of the import table is tried', () => {
  expect(CASES.map(({ row }) => row).sort()).toEqual(
    IMPORT_TABLE.map(({ from }) => from)
      .filter((from) => from !== 'manifest')
      .sort(),
  );
});

describe.each(CASES)('$row ($file)', ({ file, legal, offending }) => {
  test.each(legal)('may: %s', async (line) => {
    expect(await broken(file, line)).toEqual([]);
  });

  test.each(offending)('may not: %s', async (line) => {
    expect(await broken(file, line)).toHaveLength(1);
  });
});

test('a file that no row covers is refused', async () => {
  expect(await broken('src/elsewhere/thing.ts', 'export const one = 1;')).toEqual(['boundaries/no-unknown-files']);
});

test('a unit test may use Node and the test runner, and still no other folder', async () => {
  const file = 'src/schema/evidence.test.ts';
  expect(await broken(file, `import { readFileSync } from 'node:fs';`)).toEqual([]);
  expect(await broken(file, `import { test } from 'vitest';`)).toEqual([]);
  expect(await broken(file, `import { read } from '../node/read.ts';`)).toEqual(['boundaries/dependencies']);
});
