import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/lib/bootstrap/browser.mjs';
import { realEffects } from './scripts/lib/bootstrap/effects.mjs';
import { freePort } from './scripts/lib/bootstrap/port.mjs';

const effects = realEffects();
// Every worker reads this file again; the first reading chooses for all of them.
const port = Number((process.env['LOCKSTEP_E2E_PORT'] ??= String(await freePort())));
const executablePath = findBrowser(effects);

export default defineConfig({
  testDir: 'scripts',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${String(port)}`,
    browserName: 'chromium',
    launchOptions: { args: browserArguments(effects), ...(executablePath === null ? {} : { executablePath }) },
  },
  webServer: {
    command: `"${process.execPath}" scripts/start/serve.mjs ${String(port)} localhost`,
    url: `http://localhost:${String(port)}/`,
    reuseExistingServer: false,
    timeout: 30_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
  },
});
