/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ status?: string, assertionResults?: unknown[] }} VitestFile */
/** @typedef {{ stats?: { expected?: number, unexpected?: number, flaky?: number }, errors?: unknown[] }} PlaywrightReport */
/** @typedef {{ numPassedTests?: number, numFailedTests?: number, testResults?: VitestFile[] }} VitestReport */

/** A file that broke before its first test counts as one failure. @param {VitestReport} report @returns {Count} */
function countVitest({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  const broken = testResults.filter(
    ({ status, assertionResults = [] }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** A test that passed only when repeated did not pass. @param {PlaywrightReport} report @returns {Count} */
function countPlaywright({ stats = {}, errors = [] }) {
  const failed = (stats.unexpected ?? 0) + (stats.flaky ?? 0);
  return { passed: stats.expected ?? 0, failed: failed + (failed === 0 ? errors.length : 0) };
}

/**
 * What a step adds to the total. A step without a report counts as one. A step that ran no test, left no readable
 * report, or ended badly while its report shows no failure, has failed.
 * @param {{ report?: 'vitest' | 'playwright' }} step
 * @param {number} code  how its last command ended
 * @param {string | null} text  its report
 * @returns {Count}
 */
export function countStep({ report }, code, text) {
  if (report === undefined) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const count = read(report, text);
  const silent = count.failed === 0 && (code !== 0 || count.passed === 0);
  return silent ? { ...count, failed: 1 } : count;
}

/** @param {'vitest' | 'playwright'} report @param {string | null} text @returns {Count} */
function read(report, text) {
  try {
    const data = /** @type {unknown} */ (JSON.parse(text ?? ''));
    if (typeof data !== 'object' || data === null) return { passed: 0, failed: 1 };
    return report === 'vitest' ? countVitest(data) : countPlaywright(data);
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** @param {Count[]} counts @returns {Count} */
export const total = (counts) => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
});

/** The last line of `npm test`. @param {Count} count */
export const lastLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
