import { posix } from 'node:path';
import type { Finding, Linter, Project } from '../linter.ts';
import type { Forbidden } from '../matches.ts';
import { findForbidden, literally } from '../matches.ts';

/** Folders every Unix system has: naming them says nothing about one machine. */
const STANDARD = new Set(
  'bin boot dev etc lib lib32 lib64 libx32 lost+found media mnt opt proc run sbin snap srv sys tmp usr var'.split(' '),
);

/** Where people's own folders lie. A test may make up a person's path; any other file has no use for one. */
const PERSONAL = ['home', 'root', 'Users'];

/** Folders that only one machine, or one person's, has. A folder that the repository has as well is its own. */
function privateFolders(project: Project): string[] {
  const common = new Set([...STANDARD, ...PERSONAL, ...project.files.map((file) => file.split('/')[0])]);
  return project.machineFolders.filter((folder) => !common.has(folder));
}

function forbidden(project: Project, personal: readonly string[]): Forbidden[] {
  const folders = [...privateFolders(project), ...personal].map(literally).join('|');
  const remedy = 'name files from the root of the repository';
  return [
    {
      // With no folder to name, the pattern must match nothing rather than everything.
      pattern: folders === '' ? /(?!)/g : new RegExp(`(?<![\\w.~/:@})\\]-])/(?:${folders})/[\\w.-]+`, 'g'),
      cause: (found) => `it names "${found}", a path of one machine`,
      remedy,
    },
    { pattern: new RegExp(literally(project.root), 'g'), cause: () => 'it names where this clone lies', remedy },
    {
      pattern: /\b(?:registry|deb|pypi|mirrors?)\.(?:[a-z0-9-]+\.)+[a-z]{2,}\b/g,
      cause: (found) => `it names the package host "${found}"`,
      remedy: "leave the host to each machine's own settings",
    },
  ];
}

/** Relative paths that climb above the root of the repository. */
function escapes(project: Project, file: string): Finding[] {
  const found = [...project.read(file).matchAll(/(?<![\w./-])(?:\.\.\/)+[\w@.-]+/g)];
  return found.flatMap((match) => {
    const [path] = match;
    if (!posix.normalize(posix.join(posix.dirname(file), path)).startsWith('../')) return [];
    const line = project.read(file).slice(0, match.index).split('\n').length;
    const cause = `"${path}" leads out of the repository, where a clone has nothing`;
    return [
      {
        place: { file, line },
        cause,
        found: path,
        remedy: 'bring the file into the repository, or do not refer to it',
      },
    ];
  });
}

const isTest = (file: string): boolean => file.endsWith('.test.ts');
const isOther = (file: string): boolean => !isTest(file);

/** A clone in an empty folder must be enough: nothing refers to one machine or to what lies beside the repository. */
export const standsAlone: Linter = {
  name: 'stands-alone',
  rule: 'no file refers to one machine, to a package host, or to anything outside the repository',
  scope: (file) =>
    !file.startsWith('scripts/check/fixtures/') && !/\.(?:png|jpe?g|webp|avif|ico|woff2?|wasm|gz|zip|pdf)$/.test(file),
  check: (project, files) => [
    ...findForbidden(project, files.filter(isTest), forbidden(project, [])),
    ...findForbidden(project, files.filter(isOther), forbidden(project, PERSONAL)),
    ...files.flatMap((file) => escapes(project, file)),
  ],
  exceptions: ['elsewhere', 'beside', 'scripts', 'code'].map((folder) => ({
    file: 'scripts/lint/imports.test.ts',
    found: `../../../${folder}`,
    why: 'a line that the import rules are to judge as part of another file',
  })),
};
