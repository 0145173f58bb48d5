import { IMPORT_TABLE } from './import-table.mjs';

const BROWSER = ['window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'self', 'fetch'];
const NODE = ['process', 'Buffer', 'require', '__dirname', '__filename', 'global', 'setImmediate'];

const FORBIDDEN = [...BROWSER, ...NODE].map((name) => ({
  name,
  message: 'This folder must run in a browser, a worker and Node alike: take the value as an argument.',
}));

/** Folders that run anywhere use no global of the browser or of Node; imports alone would not show it. @type {import('eslint').Linter.Config} */
export const anywhereRules = {
  name: 'lockstep/anywhere',
  files: IMPORT_TABLE.filter((row) => row.anywhere).map((row) => `${row.folder ?? ''}/**/*.ts`),
  ignores: ['**/*.test.ts'],
  rules: { 'no-restricted-globals': ['error', ...FORBIDDEN] },
};

/** Pages and components read no file: evidence and sources reach them through the content collections. @type {import('eslint').Linter.Config} */
export const noFileReading = {
  name: 'lockstep/no-file-reading',
  files: ['src/{components,layouts,pages}/**/*.{ts,astro}'],
  rules: {
    'no-restricted-syntax': [
      'error',
      {
        selector: 'MemberExpression[object.type="MetaProperty"][property.name=/^glob/]',
        message: 'import.meta.glob reads files directly: use a content collection.',
      },
    ],
  },
};
