import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../lib/bootstrap/effects.mjs';
import { astroCli } from '../../lib/bootstrap/node.mjs';
import { freePort } from '../../lib/bootstrap/port.mjs';
import { EVIDENCE } from './site.ts';

/** Inside the repository, so that a copy finds the installed packages, and ignored by git. */
const COPIES = join(ROOT, '.cache', 'e2e');
const PARTS = ['src', 'content', 'code', 'scripts', 'public', 'astro.config.mjs', 'package.json', 'tsconfig.json'];

/** A copy of the project that a test may break. */
function copyProject(name: string): string {
  const copy = join(COPIES, name);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const part of globSync(PARTS, { cwd: ROOT })) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  return copy;
}

const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

function build(root: string): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [astroCli({ root: ROOT }), 'build'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

const [first] = EVIDENCE;
const lab = first?.lab ?? '';
const [kernel = ''] = globSync(`code/${lab}/*.cu`, { cwd: ROOT });

test.describe('a kernel that changed after it was verified', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });

  test.afterAll(() => {
    rmSync(COPIES, { recursive: true, force: true });
  });

  test('stops the build, which names the kernel, its evidence and the command to run', () => {
    const copy = copyProject('build');
    expect(build(copy).code, 'the copy builds as it is').toBe(0);
    appendFileSync(join(copy, kernel), '\n// A comment counts.\n');
    const { code, output } = build(copy);
    expect(code).not.toBe(0);
    expect(output).toContain(kernel);
    expect(output).toContain(first?.file);
    expect(output).toContain(`npx lockstep verify ${lab}`);
  });

  test('is shown by npm run dev in the page, where the values would be', async ({ page }) => {
    const copy = copyProject('dev');
    appendFileSync(join(copy, kernel), '\n// A comment counts.\n');
    const port = await freePort();
    const server = spawn(process.execPath, [astroCli({ root: ROOT }), 'dev', '--port', String(port)], {
      cwd: copy,
      env,
    });
    try {
      await expect
        .poll(
          () =>
            fetch(`http://localhost:${String(port)}/`).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true);
      await page.goto(`http://localhost:${String(port)}/days/${lab}/`);
      await expect(page.getByText(kernel).first()).toBeVisible();
      await expect(page.getByText(`npx lockstep verify ${lab}`).first()).toBeVisible();
    } finally {
      server.kill('SIGTERM');
    }
  });
});
