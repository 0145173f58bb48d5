import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { formatValue, formatNumber, spreadOf } from '../../../src/evidence/format.ts';
import type { Unit } from '../../../src/schema/primitives.ts';
import { expectedOfDay, expectedOfExhibit, type ExpectedValues } from './expected.ts';
import { printedFor } from './figures.ts';
import { COURSE, DAYS, EVIDENCE, evidence, PAGES } from './site.ts';

type Data = Record<string, string | undefined>;
const KINDS = ['measurement', 'comparison', 'check'] as const;

/** What a value says to a machine, and what it says to a reader. */
const read = (value: Locator): Promise<{ data: Data; text: string }> =>
  value.evaluate((element) => ({
    data: Object.fromEntries(Object.entries((element as HTMLElement).dataset)),
    text: (element.querySelector('.value__text') ?? element).textContent.trim(),
  }));

function expectMeasurement({ measurement, lab = '', device = '', stat = '', unit, raw }: Data, text: string): void {
  const found = evidence(lab, device).measurements.find(({ id }) => id === measurement);
  if (found === undefined) throw new Error(`${String(measurement)} is not in the evidence of ${lab} on ${device}`);
  const recorded = found.summary[stat] ?? Number.NaN;
  expect([Number(raw), unit]).toEqual([recorded, found.unit]);
  const spread = spreadOf(found.summary as { q1: number; q3: number });
  expect(text).toBe(formatValue(recorded, found.unit as Unit, spread).text);
}

function expectComparison({ comparison, lab = '', device = '', raw, low, high, verdict }: Data, text: string): void {
  const found = evidence(lab, device).comparisons.find(({ id }) => id === comparison);
  if (found === undefined) throw new Error(`${String(comparison)} is not in the evidence of ${lab} on ${device}`);
  const { interval } = found;
  expect([Number(raw), Number(low), Number(high)]).toEqual([interval.ratio, interval.low, interval.high]);
  expect(verdict).toBe(found.verdict);
  const ratio = formatValue(interval.ratio, 'ratio', interval.high - interval.low).text;
  expect(text).toBe(`${ratio}, ${found.verdict.replaceAll('-', ' ')}`);
  // A word for a difference stands only where the whole interval lies on its side of 1.
  if (verdict === 'faster') expect(Number(high)).toBeLessThan(1);
  if (verdict === 'slower') expect(Number(low)).toBeGreaterThan(1);
}

function expectCheck({ check, lab = '', device = '', part = '', raw }: Data, text: string): void {
  const found = evidence(lab, device).checks.find(({ id }) => id === check);
  if (found === undefined) throw new Error(`${String(check)} is not in the evidence of ${lab} on ${device}`);
  if (part === 'verdict') return;
  const recorded = found.result[part];
  expect(raw).toBe(String(recorded));
  expect(text).toBe(typeof recorded === 'number' ? formatNumber(recorded) : String(recorded));
}

const JUDGES = { measurement: expectMeasurement, comparison: expectComparison, check: expectCheck };

/** Judges every value of the page, and gives their ids. */
async function judgedValues(page: Page): Promise<Record<(typeof KINDS)[number], string[]>> {
  const ids = { measurement: [] as string[], comparison: [] as string[], check: [] as string[] };
  for (const kind of KINDS) {
    for (const value of await page.locator(`[data-${kind}]`).all()) {
      const { data, text } = await read(value);
      JUDGES[kind](data, text);
      await expect(value).toBeVisible();
      ids[kind].push(data[kind] ?? '');
    }
  }
  return ids;
}

/** Judges every other figure of the page, and gives what each stands for. */
async function judgedFigures(page: Page): Promise<string[]> {
  const figures = await page.locator('[data-figure]').evaluateAll((all) =>
    all.map((element) => ({
      references: (element.getAttribute('data-figure') ?? '').split(' '),
      form: element.getAttribute('data-form') ?? '',
      text: element.textContent,
    })),
  );
  for (const { references, form, text } of figures) {
    for (const reference of references) expect(text, `${reference} as ${form}`).toBe(printedFor(reference, form));
  }
  return figures.flatMap(({ references }) => references);
}

/** Places that hold values of the evidence and nothing else: a digit in them belongs to a value that says which. */
const VALUE_PLACES = [
  'figure.samples td',
  'figure.samples .plot__name b',
  'figure.checks td',
  'figure.outcomes td',
  'figure.bandwidth td',
  'figure.counters td',
  '.lanes__value',
  '.record__value',
  '.exhibit__value',
].join();

/** Digits in such places that no machine could compare with the evidence. */
const bareDigits = (page: Page): Promise<string[]> =>
  page.locator(VALUE_PLACES).evaluateAll((places) =>
    places.flatMap((place) => {
      const copy = place.cloneNode(true) as Element;
      for (const said of copy.querySelectorAll('[data-figure], [data-measurement], [data-comparison], [data-check]')) {
        said.remove();
      }
      return /\d/.test(copy.textContent) ? [place.textContent.trim()] : [];
    }),
  );

/** Opens what is read on demand, as a reader would. */
const unfold = (page: Page): Promise<void> =>
  page.locator('.prose > details').evaluateAll((folds) => {
    for (const fold of folds) (fold as HTMLDetailsElement).open = true;
  });

async function expectPage(page: Page, expected: ExpectedValues): Promise<void> {
  await unfold(page);
  const { figures, ...values } = expected;
  expect(await judgedValues(page)).toEqual(values);
  expect((await judgedFigures(page)).sort()).toEqual(figures.sort());
  expect(await bareDigits(page)).toEqual([]);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    for (const day of DAYS) {
      test(`${day} shows what its author wrote, as the evidence holds it`, async ({ page }) => {
        const expected = expectedOfDay(day, COURSE.primaryDevice);
        await page.goto(`/days/${day}/`);
        await expectPage(page, expected);
      });
    }

    test('the home page shows one value with its record, as the evidence holds it', async ({ page }) => {
      await page.goto('/');
      const { lab = '', device = '', measurement = '' } = (await read(page.locator('[data-measurement]'))).data;
      const figures = expectedOfExhibit(lab, device, measurement);
      await expectPage(page, { measurement: [measurement], comparison: [], check: [], figures });
    });

    test('no other page shows a value', async ({ page }) => {
      const known = ['/', ...DAYS.map((day) => `/days/${day}/`)];
      for (const address of PAGES.filter((one) => !known.includes(one))) {
        await page.goto(address);
        await expectPage(page, { measurement: [], comparison: [], check: [], figures: [] });
      }
    });
  });
}

test('a plot says in words what its samples are', async ({ page }) => {
  for (const day of DAYS) {
    await page.goto(`/days/${day}/`);
    const { measurement } = expectedOfDay(day, COURSE.primaryDevice);
    const said = await page.locator('figure.samples svg desc').allTextContents();
    const tables = await page.locator('figure.samples td [data-measurement]').all();
    expect(said).toHaveLength(tables.length);
    expect(measurement.length).toBeGreaterThanOrEqual(tables.length);
    for (const [index, value] of tables.entries()) {
      const { lab = '', device = '', measurement: id } = (await read(value)).data;
      const found = evidence(lab, device).measurements.find((one) => one.id === id);
      const { n, ...summary } = found?.summary ?? {};
      const spread = spreadOf(summary as { q1: number; q3: number });
      const text = (stat: string): string => formatValue(summary[stat] ?? Number.NaN, found?.unit as Unit, spread).text;
      expect(said[index]).toBe(
        `${String(n)} samples from ${text('min')} to ${text('max')}, half of them from ${text('q1')} to ${text('q3')}, median ${text('median')}.`,
      );
    }
  }
});

test('a page that nobody signed says so', async ({ page }) => {
  for (const day of DAYS) {
    await page.goto(`/days/${day}/`);
    const byline = page.getByRole('complementary', { name: 'Sign-off' });
    await expect(byline).toHaveText(/^\s*draft\s/);
    await expect(byline).toContainText('Written by pending');
    await expect(byline).toContainText('Reviewed by pending');
  }
});

test('every lab that has a day and evidence is quoted on a page', async ({ page }) => {
  const quoted = new Set<string | null>();
  for (const address of PAGES) {
    await page.goto(address);
    for (const value of await page.locator('[data-measurement][data-lab]').all()) {
      quoted.add(await value.getAttribute('data-lab'));
    }
  }
  expect([...quoted].sort()).toEqual(
    [...new Set(EVIDENCE.map(({ lab }) => lab).filter((lab) => DAYS.includes(lab)))].sort(),
  );
});
