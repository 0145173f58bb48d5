import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Evidence } from '../../src/schema/evidence.ts';

const here = import.meta.dirname;
const run = promisify(execFile);
let folder: string;

/** The same settings as scripts/bundle. */
async function bundle(entry: string, name: string): Promise<string> {
  const outfile = join(folder, name);
  await build({
    entryPoints: [join(here, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node18',
    logLevel: 'silent',
  });
  return outfile;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockstep-bundle-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const asNode18 = (args: string[], cwd = folder): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, ['--import', join(here, 'testing/only-node-18.mjs'), ...args], { cwd, maxBuffer: 1 << 24 });

it('verifies as one file, with nothing that Node 18 lacks', async () => {
  const file = await bundle('testing/replay.ts', 'replay.mjs');
  const { stdout } = await asNode18([file, join(here, 'fixtures/sample'), 'sample']);
  const { lab, verdict } = JSON.parse(stdout) as Evidence;
  expect({ lab, verdict }).toEqual({ lab: 'sample', verdict: 'passed' });
});

it('answers as a command from wherever it is copied', async () => {
  const file = await bundle('standalone.ts', 'lockstep-verify.mjs');
  const listed = await asNode18([file, '--list'], join(here, 'fixtures/sample'));
  expect(listed.stdout).toBe('sample\n');
  await expect(asNode18([file, '--nope'])).rejects.toMatchObject({ code: 2 });
  await expect(asNode18([file])).rejects.toMatchObject({ code: 2 });
});
