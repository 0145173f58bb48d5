import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { build, copyProject, removeCopy, toldOf, withDev } from './project-copy.ts';
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
  saved.add(join(copy, file));
  writeFileSync(join(copy, file), spoilt(text));
  await use();
  writeFileSync(join(copy, file), text);
}

/** Files that the test has saved, with the text they have now. */
const saved = new Set<string>();

/** Looks at a page of the dev server, newly opened each time, until what is expected of it holds. */
async function expectOf(context: BrowserContext, address: string, holds: (page: Page) => Promise<void>): Promise<void> {
  await expect(async () => {
    // The watcher can miss one of two saves that follow closely. Saved once more, the file is the same.
    for (const file of saved) writeFileSync(file, readFileSync(file));
    const page = await context.newPage();
    try {
      await page.waitForTimeout(1_500);
      await page.goto(address);
      await holds(page);
    } finally {
      await page.close();
    }
  }).toPass({ timeout: 45_000 });
}

const expectQuiet = (context: BrowserContext, address: string): Promise<void> =>
  expectOf(context, address, (page) => expect(page.getByRole('alert')).toHaveCount(0, { timeout: 2_000 }));

const expectSaid = (context: BrowserContext, address: string, file: string): Promise<void> =>
  expectOf(context, address, async (page) => {
    const notice = page.getByRole('alert').filter({ hasText: 'unheard' }).first();
    await expect(notice).toBeVisible({ timeout: 2_000 });
    for (const words of [file, ...SAID]) await expect(notice).toContainText(words);
  });

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

  test('is shown by npm run dev on every page that depends on it, as long as it is broken', async ({ context }) => {
    const copy = copyProject('broken-dev');
    await withDev(copy, async (address) => {
      const day = `${address}days/${lab}/`;
      await expectQuiet(context, day);
      await whileSpoilt(copy, plan, async () => {
        await expectSaid(context, day, plan);
        // The plan is an input of the evidence: what changed in it makes every value stale.
        await expectOf(context, address, async (page) => {
          const notice = page.getByRole('alert').filter({ hasText: `${plan}: This plan changed` });
          await expect(notice).toBeVisible({ timeout: 2_000 });
        });
      });
      await expectQuiet(context, day);

      for (const path of ['', `days/${lab}/`, 'nowhere/']) {
        await whileSpoilt(copy, course, () => expectSaid(context, `${address}${path}`, course));
        await expectQuiet(context, `${address}${path}`);
      }
    });
  });
});
