import { join } from 'node:path';
import { astroCli } from '../lib/bootstrap/node.mjs';

/**
 * One part of `npm test`: commands that run in order, the first failure ending the step.
 * @typedef {object} Step
 * @property {string} name
 * @property {string[][]} commands     arguments for Node
 * @property {'vitest' | 'playwright'} [report]  the step runs tests, and counts them in a JSON file of this shape
 * @property {boolean} [browser]       the step needs a browser
 */

/**
 * The steps of `npm test`, in order.
 * @param {string} root
 * @param {string} reports  folder for the JSON reports
 * @returns {Step[]}
 */
export function steps(root, reports) {
  const tool = (/** @type {string} */ path) => join(root, 'node_modules', path);
  const astro = astroCli({ root });
  return [
    { name: 'formatting', commands: [[tool('prettier/bin/prettier.cjs'), '--check', '.', '--log-level=warn']] },
    // Typed linting reads the types that Astro writes for the content collections, so they come first.
    { name: 'content types', commands: [[astro, 'sync']] },
    { name: 'lint', commands: [[tool('eslint/bin/eslint.js'), '.', '--max-warnings', '0']] },
    { name: 'types', commands: [[tool('typescript/bin/tsc'), '--noEmit']] },
    { name: 'types in .astro files', commands: [[astro, 'check', '--minimumSeverity', 'warning']] },
    {
      name: 'unit tests',
      report: 'vitest',
      commands: [
        [
          tool('vitest/vitest.mjs'),
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${join(reports, 'vitest.json')}`,
        ],
      ],
    },
    { name: "the project's own checks", commands: [[join(root, 'scripts/lockstep.mjs'), 'check']] },
    { name: 'build', commands: [[astro, 'build', '--silent']] },
    {
      name: 'end-to-end tests',
      report: 'playwright',
      browser: true,
      commands: [[tool('@playwright/test/cli.js'), 'test', '--reporter=list,json']],
    },
  ];
}
