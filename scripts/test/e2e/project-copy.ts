import { spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ROOT } from '../../lib/bootstrap/effects.mjs';
import { astroCli } from '../../lib/bootstrap/node.mjs';
import { freePort } from '../../lib/bootstrap/port.mjs';

/** Inside the repository, so that a copy finds the installed packages, and ignored by git. */
const COPIES = join(ROOT, '.cache', 'e2e');
const PARTS = ['src', 'content', 'code', 'scripts', 'public', 'astro.config.mjs', 'package.json', 'tsconfig.json'];

const { FORCE_COLOR: _colour, ...inherited } = process.env;
const env = { ...inherited, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

/** A copy of the project that a test may break: the path of its root. */
export function copyProject(name: string): string {
  const copy = join(COPIES, name);
  removeCopy(name);
  mkdirSync(copy, { recursive: true });
  for (const part of globSync(PARTS, { cwd: ROOT })) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  return copy;
}

export function removeCopy(name: string): void {
  rmSync(join(COPIES, name), { recursive: true, force: true });
}

/** How a command ended, and all it printed. */
export interface Ran {
  code: number | null;
  output: string;
}

function astro(root: string, command: 'build' | 'preview', settings: Record<string, string> = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [astroCli({ root: ROOT }), command], {
    cwd: root,
    env: { ...env, ...settings },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status, output: stdout + stderr };
}

/** Builds a copy as `npm run build` does, with more settings of the environment. */
export const build = (root: string, settings?: Record<string, string>): Ran => astro(root, 'build', settings);

/** Serves the built site of a copy, which must have none: it returns when the command ends. */
export const preview = (root: string): Ran => astro(root, 'preview');

/** What an output says of the problem at a place: the lines from the place to the next empty one; empty for none. */
export function toldOf(output: string, place: string): string {
  const start = `\n${output}`.indexOf(`\n${place}\n`);
  return start === -1 ? '' : (output.slice(start).split('\n\n')[0] ?? '');
}

/** Serves a copy as `npm run dev` does while `use` runs with its address. */
export async function withDev(root: string, use: (address: string) => Promise<void>): Promise<void> {
  const address = `http://localhost:${String(await freePort())}/`;
  const server = spawn(process.execPath, [astroCli({ root: ROOT }), 'dev', '--port', new URL(address).port], {
    cwd: root,
    env,
  });
  const answers = (): Promise<boolean> =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await expect.poll(answers, { timeout: 60_000 }).toBe(true);
    await use(address);
  } finally {
    server.kill('SIGTERM');
  }
}

/** Opens a page of the dev server and waits until it listens for changes: an earlier one would never reach it. */
export async function openLive(page: Page, address: string): Promise<void> {
  const listening = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('[vite] connected'),
    timeout: 30_000,
  });
  await page.goto(address);
  await listening;
}
