import type { Linter, Project } from '../linter.ts';
import { learnNames } from '../learn-names.ts';
import { findForbidden, literally } from '../matches.ts';

/** How makers of GPUs form their product names, for those that no evidence here has met yet. */
const PRODUCTS = [
  /\b(?:RTX|GTX|Quadro|Tesla|Titan|GeForce|Radeon|Instinct)[ -]?[A-Z]{0,3}\d{1,4}\w*/g,
  /(?<![#\w-])(?:[ABHLPV][1-9]\d?0[A-Z]?|A\d000|G[BH][1-9]00|MI[1-9]\d\d[AX]?)(?![\w-])/g,
];

const remedy =
  'take the name from content/, code/ or the configuration; a sample for a test belongs in a fixtures/ folder';

/** The engine learns what it publishes from content/ and code/, so that another team can bring its own. */
export const engineNames: Linter = {
  name: 'engine-names',
  rule: 'the engine names no lesson, kernel, GPU model or course',
  scope: (file) =>
    /^(?:src|scripts)\//.test(file) &&
    !file.includes('/fixtures/') &&
    !file.startsWith('scripts/verify/tools/') &&
    /\.(?:astro|css|html|json|m?[jt]s|md|mdx|cjs)$/.test(file),
  check: (project: Project, files) => [
    ...findForbidden(
      project,
      files,
      learnNames(project).map(({ name, source }) => ({
        pattern: new RegExp(`(?<![\\w-])${literally(name)}(?![\\w-])`, 'gi'),
        cause: (found) => `the engine names "${found}", which is what ${source} is called`,
        remedy,
      })),
    ),
    ...findForbidden(
      project,
      files,
      PRODUCTS.map((pattern) => ({ pattern, cause: (found) => `the engine names the GPU model "${found}"`, remedy })),
    ),
  ],
  exceptions: [],
};
