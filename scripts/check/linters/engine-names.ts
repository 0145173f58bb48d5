import type { Finding, Linter, Project } from '../linter.ts';
import { learnNames } from '../learn-names.ts';
import { findForbidden, literally } from '../matches.ts';

/** How makers of GPUs form their product names, for those that no evidence here has met yet. */
const PRODUCTS = [
  /\b(?:RTX|GTX|Quadro|Tesla|Titan|GeForce|Radeon|Instinct)[ -]?[A-Z]{0,3}\d{1,4}\w*/g,
  /(?<![#\w-])(?:[ABHLPV][1-9]\d?0[A-Z]?|A\d000|G[BH][1-9]00|MI[1-9]\d\d[AX]?)(?![\w-])/g,
];

const remedy =
  'take the name from content/, code/ or the configuration; a sample for a test belongs in a fixtures/ folder';

const learned = (project: Project, files: readonly string[]): Finding[] =>
  findForbidden(
    project,
    files,
    learnNames(project).map(({ name, source }) => ({
      pattern: new RegExp(`(?<![\\w-])${literally(name)}(?![\\w-])`, 'gi'),
      cause: (found) => `the engine names "${found}", which is what ${source} is called`,
      remedy,
    })),
  );

const products = (project: Project, files: readonly string[]): Finding[] =>
  findForbidden(
    project,
    files,
    PRODUCTS.map((pattern) => ({ pattern, cause: (found) => `the engine names the GPU model "${found}"`, remedy })),
  );

const within = (inner: Finding, outer: Finding): boolean => {
  if (inner.place.file !== outer.place.file || inner.place.line !== outer.place.line) return false;
  const [start = 0, begin = 0] = [inner.place.column, outer.place.column];
  return begin <= start && start + inner.found.length <= begin + outer.found.length;
};

/** One finding for each place: a name that is part of a longer one that was found is left out. */
function longest(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort((a, b) => b.found.length - a.found.length);
  return sorted.filter((finding, index) => !sorted.slice(0, index).some((longer) => within(finding, longer)));
}

/** The engine learns what it publishes from content/ and code/, so that another team can bring its own. */
export const engineNames: Linter = {
  name: 'engine-names',
  rule: 'the engine names no lesson, kernel, GPU model or course',
  scope: (file) =>
    /^(?:src|scripts)\//.test(file) &&
    !file.includes('/fixtures/') &&
    !file.startsWith('scripts/verify/tools/') &&
    /\.(?:astro|css|html|json|m?[jt]s|md|mdx|cjs)$/.test(file),
  check: (project, files) => longest([...learned(project, files), ...products(project, files)]),
  exceptions: [],
};
