import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { build, copyProject, openLive, removeCopy, toldOf, withDev } from './project-copy.ts';
import { DAYS, EVIDENCE } from './site.ts';

const lab = EVIDENCE.find((one) => DAYS.includes(one.lab))?.lab ?? '';
const plan = `code/${lab}/plan.json`;
const course = 'content/course.json';

/** Adds a key that no schema knows. */
const spoilt = (text: string): string => text.replace('{', '{ "unheard": true,');

/** What must be said of it. */
const SAID = ['Unrecognized key: "unheard"', 'to do', 'Mend'];

/** Spoils a file while `use` runs, and takes it back. */
async function whileSpoilt(copy: string, file: string, use: () => Promise<void>): Promise<void> {
  const text = readFileSync(join(copy, file), 'utf8');
  writeFileSync(join(copy, file), spoilt(text));
  await use();
  writeFileSync(join(copy, file), text);
}

/** How long an open page may take to follow a file by itself. */
const FOLLOWS = { timeout: 15_000 };

const expectQuiet = (page: Page): Promise<void> => expect(page.getByRole('alert')).toHaveCount(0, FOLLOWS);

async function expectSaid(page: Page, file: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: 'unheard' }).first();
  await expect(notice).toBeVisible(FOLLOWS);
  for (const words of [file, ...SAID]) await expect(notice).toContainText(words, FOLLOWS);
}

test.describe('a file that the whole course, or a whole lab, depends on', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });

  test.afterAll(() => {
    removeCopy('broken-build');
    removeCopy('broken-dev');
  });

  test('stops the build, which leaves no page of an earlier one', () => {
    const copy = copyProject('broken-build');
    expect(build(copy).code, 'the copy builds as it is').toBe(0);
    for (const file of [plan, course]) {
      const text = readFileSync(join(copy, file), 'utf8');
      writeFileSync(join(copy, file), spoilt(text));
      const { code, output } = build(copy);
      writeFileSync(join(copy, file), text);
      expect(code).not.toBe(0);
      const told = toldOf(output, `${file}:1:1`);
      for (const words of SAID) expect(told, `what is said of ${file}`).toContain(words);
      expect(existsSync(join(copy, 'dist'))).toBe(false);
    }
  });

  test('is shown by npm run dev on every page that depends on it, as long as it is broken', async ({ page }) => {
    const copy = copyProject('broken-dev');
    await withDev(copy, async (address) => {
      await openLive(page, `${address}days/${lab}/`);
      await expectQuiet(page);
      await whileSpoilt(copy, plan, async () => {
        await expectSaid(page, plan);
        // The plan is an input of the evidence: what changed in it makes every value stale.
        await page.goto(address);
        await expect(page.getByRole('alert').filter({ hasText: `${plan}: This plan changed` })).toBeVisible(FOLLOWS);
      });
      await expectQuiet(page);

      for (const path of ['', `days/${lab}/`, 'nowhere/']) {
        await openLive(page, `${address}${path}`);
        await whileSpoilt(copy, course, () => expectSaid(page, course));
        await expectQuiet(page);
      }
    });
  });
});
