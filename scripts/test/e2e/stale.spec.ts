import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../lib/bootstrap/effects.mjs';
import { build, copyProject, preview, removeCopy, toldOf, withDev, openLive } from './project-copy.ts';
import { EVIDENCE } from './site.ts';

const [first] = EVIDENCE;
const lab = first?.lab ?? '';
const [kernel = ''] = globSync(`code/${lab}/*.cu`, { cwd: ROOT });
const command = `npx lockstep verify ${lab}`;
/** What must be said of the change, in one place: what is wrong, whose evidence it is, and what to run. */
const said = [`changed after the evidence in ${first?.file ?? ''} was made with it`, 'sha256', command];

/** Changes one byte of the first comment of a file. */
function changeOneByte(file: string): void {
  const text = readFileSync(file, 'utf8');
  const at = text.indexOf('// ') + 3;
  writeFileSync(file, `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`);
}

test.describe('one byte of a kernel that changed after it was verified, in a comment', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });

  test.afterAll(() => {
    removeCopy('stale-build');
    removeCopy('stale-dev');
  });

  test('stops the build, which names the kernel, its evidence and the command to run', () => {
    const copy = copyProject('stale-build');
    expect(build(copy).code, 'the copy builds as it is').toBe(0);
    changeOneByte(join(copy, kernel));
    const { code, output } = build(copy);
    expect(code).not.toBe(0);
    const told = toldOf(output, kernel);
    for (const words of said) expect(told, `what is said of ${kernel}`).toContain(words);
    expect(existsSync(join(copy, 'dist')), 'the pages of the build before are gone').toBe(false);
    const served = preview(copy);
    expect(served.code).not.toBe(0);
    expect(served.output).toContain('There is no built site to serve');
    expect(served.output).toContain('npm run build');
  });

  test('is shown by npm run dev in the page, where the values would be, as long as it is there', async ({ page }) => {
    const copy = copyProject('stale-dev');
    const text = readFileSync(join(copy, kernel));
    await withDev(copy, async (address) => {
      await openLive(page, `${address}days/${lab}/`);
      await expect(page.getByText(command).first()).toBeAttached();
      await expect(page.getByRole('alert')).toHaveCount(0);

      // The page follows the file by itself.
      changeOneByte(join(copy, kernel));
      await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 15_000 });
      const notice = page
        .getByRole('alert')
        .filter({ hasText: `${kernel}: This source changed` })
        .first();
      for (const words of said) await expect(notice).toContainText(words);
      await expect(page.locator('[data-measurement]')).toHaveCount(0);

      writeFileSync(join(copy, kernel), text);
      await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 15_000 });
    });
  });
});
