/** `npm test`: installs what is missing, a browser included, then runs every step and prints the total as its last line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../lib/bootstrap/browser.mjs';
import { realEffects } from '../lib/bootstrap/effects.mjs';
import { runScript } from '../lib/bootstrap/halt.mjs';
import { ensureInstalled } from '../lib/bootstrap/install.mjs';
import { findNode } from '../lib/bootstrap/node.mjs';
import { lastLine } from './count.mjs';
import { runSteps } from './run-steps.mjs';
import { steps } from './steps.mjs';

/** Where Playwright would put a browser of its own. Asked for late: Playwright is there only after the install. */
async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

await runScript(async () => {
  const effects = realEffects();
  const reports = mkdtempSync(join(tmpdir(), 'lockstep-test-'));
  let count = { passed: 0, failed: 1 };
  try {
    await ensureInstalled(effects);
    const node = findNode(effects);
    // What an earlier build left must not stand in for one that fails now.
    rmSync(join(effects.root, 'dist'), { recursive: true, force: true });
    const browser = async () => {
      const own = await playwrightBrowser();
      return ensureBrowser(effects, node, () => own);
    };
    count = await runSteps(steps(effects.root, reports), { effects, node, reports, browser, now: Date.now });
  } catch (error) {
    console.error(error instanceof Error && error.name === 'Halt' ? error.message : error);
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  effects.log(lastLine(count));
  return count.failed === 0 ? 0 : 1;
});
