import { join } from 'node:path';
import { describe, Halt } from '../lib/bootstrap/halt.mjs';
import { countStep, total } from './count.mjs';

/** @typedef {import('../lib/bootstrap/effects.mjs').Effects} Effects */
/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./count.mjs').Count} Count */

/**
 * Runs every step, whether or not the one before it failed, and says how each ended.
 * @param {Step[]} steps
 * @param {{ effects: Effects, node: string, reports: string, browser: () => Promise<string>, now: () => number }} context
 * @returns {Promise<Count>}
 */
export async function runSteps(steps, context) {
  /** @type {[Step, Count, number][]} */
  const results = [];
  for (const step of steps) {
    context.effects.log(`\n== ${step.name}`);
    const begun = context.now();
    results.push([step, await runStep(step, context), (context.now() - begun) / 1000]);
  }
  context.effects.log('');
  for (const [{ name }, { passed, failed }, seconds] of results) {
    const mark = failed === 0 ? 'ok    ' : 'FAILED';
    context.effects.log(`${mark}  ${name.padEnd(26)} ${passed} passed, ${failed} failed  (${seconds.toFixed(1)} s)`);
  }
  return total(results.map(([, count]) => count));
}

/** @param {Step} step @param {Parameters<typeof runSteps>[1]} context @returns {Promise<Count>} */
async function runStep(step, { effects, node, reports, browser }) {
  const report = join(reports, `${step.report ?? 'none'}.json`);
  /** @type {NodeJS.ProcessEnv} */
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  try {
    if (step.browser === true) env['LOCKSTEP_BROWSER'] = await browser();
    let code = 0;
    for (const args of step.commands) {
      code = await effects.run(node, args, { env });
      if (code !== 0) break;
    }
    return countStep(step, code, step.report === undefined ? null : effects.read(report));
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    effects.log(
      error instanceof Halt ? error.message : describe({ place: step.name, cause: text, remedy: 'report this' }),
    );
    return { passed: 0, failed: 1 };
  }
}
