import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { isServed, PAGES } from './site.ts';

for (const address of PAGES) {
  test.describe(address, () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1440]) {
        test(`axe finds nothing (${colorScheme}, ${String(width)} wide)`, async ({ page }) => {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await page.goto(address);
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
          expect(found).toEqual([]);
        });
      }
    }

    test('asks nobody else for anything, and raises no error', async ({ page, baseURL }) => {
      const foreign: string[] = [];
      const errors: string[] = [];
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== baseURL && protocol !== 'data:' && protocol !== 'blob:') foreign.push(request.url());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(address, { waitUntil: 'networkidle' });
      expect({ foreign, errors }).toEqual({ foreign: [], errors: [] });
    });

    test('says the same without JavaScript', async ({ page, browser, baseURL }) => {
      await page.goto(address, { waitUntil: 'networkidle' });
      const context = await browser.newContext({
        javaScriptEnabled: false,
        ...(baseURL === undefined ? {} : { baseURL }),
      });
      const still = await context.newPage();
      await still.goto(address);
      const [withScripts, without] = await Promise.all([page, still].map((one) => one.locator('main').innerText()));
      // A control that scripts serve stays hidden without them; only its words may be missing.
      const controls = await still.locator('main button[hidden]').allTextContents();
      await context.close();
      expect(without?.trim()).not.toBe('');
      const have = new Set(words([without, ...controls].join(' ')));
      expect(words(withScripts).filter((word) => !have.has(word))).toEqual([]);
    });

    test('every link inside the site leads somewhere', async ({ page, baseURL }) => {
      await page.goto(address);
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      const inside = links.map((link) => new URL(link)).filter(({ origin }) => origin === baseURL);
      const dead = inside.filter(({ pathname }) => !isServed(pathname));
      expect(dead.map(String)).toEqual([]);
      const anchors = inside.filter(({ pathname, hash }) => pathname === address && hash.length > 1);
      const missing = await page.evaluate(
        (ids) => ids.filter((id) => document.getElementById(id) === null),
        anchors.map(({ hash }) => decodeURIComponent(hash.slice(1))),
      );
      expect(missing).toEqual([]);
    });

    test('fits a phone', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(address);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide).toBeLessThanOrEqual(0);
    });
  });
}

/** What can be read, word by word. */
const words = (text: string | undefined): string[] =>
  [...new Set((text ?? '').split(/\s+/))].filter((word) => word.length > 3);
