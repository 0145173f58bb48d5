import { fileURLToPath } from 'node:url';
import boundaries from 'eslint-plugin-boundaries';
import { IMPORT_TABLE } from './import-table.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @typedef {import('./import-table.mjs').Row} Row */

/** The folders of the table, plain names first: the first that matches says what a file is. */
function elements() {
  const folders = IMPORT_TABLE.flatMap((row) =>
    row.folder === undefined ? [] : [{ type: row.from, pattern: row.folder }],
  );
  const plain = folders.filter(({ pattern }) => !pattern.includes('*'));
  const captured = folders.filter(({ pattern }) => pattern.includes('*'));
  return [
    ...plain.map((folder) => ({ ...folder, partialMatch: false })),
    ...captured.map((folder) => ({ ...folder, partialMatch: false, capture: ['name'] })),
  ];
}

/** The single files of the table, and tests wherever they stand. */
function files() {
  const single = IMPORT_TABLE.flatMap((row) =>
    row.file === undefined ? [] : [{ category: row.from, pattern: row.file }],
  );
  return [...single, { category: 'test', pattern: '**/*.test.ts' }];
}

/** What the plugin calls a row: a file or an element. @param {Row} row */
const named = (row) =>
  row.folder === undefined ? { file: { categories: row.from } } : { element: { type: row.from } };

/** @param {string} name @returns {Row} */
function rowOf(name) {
  const row = IMPORT_TABLE.find(({ from }) => from === name);
  if (row === undefined) throw new Error(`import-table.mjs: no row is called "${name}"`);
  return row;
}

/** A folder that stands for many elements may import itself, not its neighbour. @param {Row} row */
function itself(row) {
  if (row.folder === undefined) return named(row);
  const captured = row.folder.includes('*') ? { captured: { name: '{{ from.element.captured.name }}' } } : {};
  return { element: { type: row.from, ...captured } };
}

/** One row of the table as policies of the boundaries plugin. @param {Row} row */
function policies(row) {
  const from = named(row);
  const packages = (row.packages ?? []).filter((name) => name !== 'node:*');
  return [
    { from, allow: { to: itself(row) } },
    ...(row.may ?? []).map((type) => ({ from, allow: { to: named(rowOf(type)) } })),
    ...(row.types ?? []).map((type) => ({ from, allow: { to: { element: { type } }, dependency: { kind: 'type' } } })),
    ...(packages.length > 0 ? [{ from, allow: { to: { module: { origin: 'external', source: packages } } } }] : []),
    ...(row.packages?.includes('node:*') === true ? [{ from, allow: { to: { module: { origin: 'core' } } } }] : []),
    // Outside the repository lies nothing that a clone would have.
    { from, disallow: { dependency: { source: ['/**', '../**'] }, to: { module: { origin: 'external' } } } },
  ];
}

/** A test may use Node and the test runner, whatever folder it stands in. */
const testPolicies = [
  { from: { file: { categories: 'test' } }, allow: { to: { module: { origin: 'core' } } } },
  { from: { file: { categories: 'test' } }, allow: { to: { module: { origin: 'external', source: 'vitest' } } } },
];

/** The import table as ESLint rules. @type {import('eslint').Linter.Config} */
export const importRules = {
  name: 'lockstep/imports',
  files: ['src/**/*.{ts,mjs,astro}', 'scripts/**/*.{ts,mjs}'],
  plugins: { boundaries },
  settings: {
    'boundaries/root-path': ROOT,
    'boundaries/elements': elements(),
    'boundaries/elements-single-match': true,
    'boundaries/files': files(),
    'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export', 'require'],
    'boundaries/flag-as-external': { unresolvableAlias: true, inNodeModules: true, outsideRootPath: true },
    'boundaries/legacy-templates': false,
    'import/resolver': { [fileURLToPath(new URL('resolver.cjs', import.meta.url))]: {} },
  },
  rules: {
    'boundaries/no-unknown-files': 'error',
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkAllOrigins: true,
        checkUnknownLocals: true,
        message:
          '"{{ dependency.source }}" may not be imported here: see the import table, scripts/lint/import-table.mjs.',
        policies: [...IMPORT_TABLE.flatMap(policies), ...testPolicies],
      },
    ],
  },
};
