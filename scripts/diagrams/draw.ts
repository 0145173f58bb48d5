import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { Problem } from '../../src/evidence/problem.ts';
import { MERMAID_CONFIG } from '../../src/node/diagrams.ts';
import { browserArguments, findBrowser } from '../lib/bootstrap/browser.mjs';
import { realEffects } from '../lib/bootstrap/effects.mjs';
import { bake } from './bake.ts';

/** What the page script of Mermaid leaves behind. */
interface Mermaid {
  initialize: (config: object) => void;
  render: (id: string, source: string) => Promise<{ svg: string }>;
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js') });
  await page.addScriptTag({ content: `window.lockstepBake = ${bake.toString()}` });
  await page.evaluate((config) => {
    (window as unknown as { mermaid: Mermaid }).mermaid.initialize({ startOnLoad: false, ...config });
  }, MERMAID_CONFIG);
  return page;
}

/** Draws Mermaid in a browser of this machine. */
export class Drawer {
  #browser: Promise<Browser> | null = null;
  #page: Promise<Page> | null = null;

  /** The picture of one diagram. `prefix` begins each id in it. */
  async draw(source: string, prefix: string): Promise<string> {
    this.#browser ??= this.#launch();
    this.#page ??= this.#browser.then(openPage);
    const page = await this.#page;
    return page.evaluate(
      async ([text, id]) => {
        const { mermaid, lockstepBake } = window as unknown as { mermaid: Mermaid; lockstepBake: typeof bake };
        const { svg } = await mermaid.render(`mermaid-${id}`, text);
        document.body.innerHTML = svg;
        const drawn = document.querySelector('svg');
        if (drawn === null) throw new Error('Mermaid gave no SVG');
        return lockstepBake(drawn, id);
      },
      [source, prefix] as const,
    );
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close();
  }

  async #launch(): Promise<Browser> {
    const effects = realEffects();
    const executablePath = findBrowser(effects);
    if (executablePath === null) {
      throw new Problem({
        place: { file: 'npx lockstep diagrams' },
        cause: 'Diagrams are drawn by a browser, and there is none of the Chromium family on this machine.',
        expected: 'Chromium, Chrome or Edge',
        found: 'none',
        remedy: 'Install one, or set LOCKSTEP_BROWSER to the path of one.',
      });
    }
    return chromium.launch({ executablePath, args: browserArguments(effects) });
  }
}
