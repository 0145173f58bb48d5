import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../lib/bootstrap/effects.mjs';
import { build, copyProject, removeCopy, toldOf, withDev, openLive } from './project-copy.ts';
import { EVIDENCE, evidence } from './site.ts';

const { lab, device } = EVIDENCE[0] ?? { lab: '', device: '' };
const page = `content/days/${lab}.mdx`;
const [kernel = ''] = globSync(`code/${lab}/*.cu`, { cwd: ROOT });
const [{ id, unit } = { id: '', unit: '' }] = evidence(lab, device).measurements;
const other = unit === 'ns' ? 'ms' : 'ns';

/** What an author can get wrong, with the column it stands at and what must be said of it. */
const MISTAKES = [
  { text: `Text <Measured id="${id}x" unit="${unit}" />`, column: 6, said: [`no measurement "${id}x"`, `"${id}"`] },
  { text: `<Measured id="${id}" unit="${other}" />`, column: 1, said: [`unit "${unit}"`, `unit "${other}"`] },
  { text: `<Kernel file="${basename(kernel)}" region="no-such" />`, column: 1, said: [`no region "no-such"`, kernel] },
  { text: '<Sass kernel="no_such" />', column: 1, said: ['"no_such"', 'npx lockstep verify'] },
  { text: '<Checked id="no/such" />', column: 1, said: ['no check "no/such"'] },
  {
    text: '<WarpStrip mask="0xfffff000f" label="A strip." />',
    column: 1,
    said: ['no mask of a warp', 'a 32-bit mask', '"0xfffff000f"'],
  },
  { text: '<Mesured />', column: 1, said: ['no component <Mesured>', '"Measured"'] },
  {
    text: '```mermaid\nflowchart LR\n  accTitle: T\n  accDescr: D\n  A --> B\n```',
    column: 1,
    said: ['npx lockstep diagrams'],
  },
];

/** The page with every mistake at its end, and each mistake with its place there. */
function spoil(copy: string): ((typeof MISTAKES)[number] & { place: string })[] {
  let line = readFileSync(join(copy, page), 'utf8').split('\n').length + 1;
  return MISTAKES.map((mistake) => {
    appendFileSync(join(copy, page), `\n${mistake.text}\n`);
    const place = `${page}:${String(line)}:${String(mistake.column)}`;
    line += mistake.text.split('\n').length + 1;
    return { ...mistake, place };
  });
}

test.describe('what an author got wrong', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });

  test.afterAll(() => {
    removeCopy('problems');
  });

  test('stops the build with everything at once, each at its place, and leaves no page', () => {
    const copy = copyProject('problems');
    const mistakes = spoil(copy);
    const { code, output } = build(copy);
    expect(code).not.toBe(0);
    for (const { place, said } of mistakes) {
      const told = toldOf(output, place);
      for (const words of [...said, 'to do']) expect(told, `what is said of ${place}`).toContain(words);
    }
    expect(existsSync(join(copy, 'dist'))).toBe(false);
  });

  test('is shown by npm run dev in place of the value, on a page that is whole otherwise', async ({
    page: browserPage,
  }) => {
    const copy = copyProject('problems');
    const mistakes = spoil(copy);
    await withDev(copy, async (address) => {
      await openLive(browserPage, `${address}days/${lab}/`);
      await expect(browserPage.getByRole('alert')).toHaveCount(mistakes.length);
      for (const { place, said } of mistakes) {
        const notice = browserPage.getByRole('alert').filter({ hasText: place });
        for (const words of said) await expect(notice).toContainText(words);
      }
      await expect(browserPage.locator('p', { hasText: 'Text' }).getByRole('alert')).toContainText(`${id}x`);
    });
  });
});
