import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { readPrinted } from './printed.ts';
import { EVIDENCE, evidence, PAGES } from './site.ts';

type Data = Record<string, string | undefined>;

/** What a value says to a machine, and what it says to a reader. */
const read = (value: Locator): Promise<{ data: Data; text: string }> =>
  value.evaluate((element) => ({
    data: Object.fromEntries(Object.entries((element as HTMLElement).dataset)),
    text: (element.querySelector('.value__text') ?? element).textContent.trim(),
  }));

/** The printed number must be the recorded one, rounded to the digits that are printed. */
function expectPrinted(text: string, raw: number): string {
  const printed = readPrinted(text);
  expect(printed, `"${text}" is a number with its unit`).not.toBeNull();
  if (printed === null) return '';
  expect(Math.abs(printed.value - raw), `${text} stands for ${String(raw)}`).toBeLessThanOrEqual(printed.half * 1.0001);
  return printed.unit;
}

function expectMeasurement({ measurement, lab = '', device = '', stat = '', unit, raw }: Data, text: string): void {
  const found = evidence(lab, device).measurements.find(({ id }) => id === measurement);
  expect(found, `${String(measurement)} is in the evidence of ${lab} on ${device}`).toBeDefined();
  expect(Number(raw)).toBe(found?.summary[stat]);
  expect(unit).toBe(found?.unit);
  const printed = expectPrinted(text, Number(raw));
  expect(printed).toBe({ count: '', ratio: '×' }[String(unit)] ?? unit);
}

function expectComparison({ comparison, lab = '', device = '', raw, low, high, verdict }: Data, text: string): void {
  const found = evidence(lab, device).comparisons.find(({ id }) => id === comparison);
  expect({ ratio: Number(raw), low: Number(low), high: Number(high) }).toEqual({
    ratio: found?.interval.ratio,
    low: found?.interval.low,
    high: found?.interval.high,
  });
  expect(verdict).toBe(found?.verdict);
  const [ratio = '', words = ''] = text.split(', ');
  expectPrinted(ratio, Number(raw));
  expect(words).toBe(String(verdict).replaceAll('-', ' '));
  // A word for a difference stands only where the whole interval lies on its side of 1.
  if (verdict === 'faster') expect(Number(high)).toBeLessThan(1);
  if (verdict === 'slower') expect(Number(low)).toBeGreaterThan(1);
}

function expectCheck({ check, lab = '', device = '', part = '', raw }: Data, text: string): void {
  const found = evidence(lab, device).checks.find(({ id }) => id === check);
  expect(found, `${String(check)} is in the evidence of ${lab} on ${device}`).toBeDefined();
  if (part === 'verdict') return;
  const recorded = found?.result[part];
  expect(raw).toBe(String(recorded));
  if (typeof recorded === 'number') expectPrinted(text, recorded);
  else expect(text).toBe(String(recorded));
}

/** Every value of the page, with what checks it. */
async function values(page: Page): Promise<number> {
  const kinds = { measurement: expectMeasurement, comparison: expectComparison, check: expectCheck };
  let count = 0;
  for (const [kind, judge] of Object.entries(kinds)) {
    for (const value of await page.locator(`[data-${kind}]`).all()) {
      const { data, text } = await read(value);
      judge(data, text);
      await expect(value).toBeVisible();
      count += 1;
    }
  }
  return count;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    for (const address of PAGES) {
      test(`${address} shows what the evidence holds`, async ({ page }) => {
        await page.goto(address);
        await values(page);
      });
    }
  });
}

test('every lab with evidence is quoted somewhere', async ({ page }) => {
  const quoted = new Set<string | null>();
  for (const address of PAGES) {
    await page.goto(address);
    for (const value of await page.locator('[data-measurement][data-lab]').all()) {
      quoted.add(await value.getAttribute('data-lab'));
    }
  }
  expect([...quoted].sort()).toEqual([...new Set(EVIDENCE.map(({ lab }) => lab))].sort());
});
