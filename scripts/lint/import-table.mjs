/**
 * Who may import whom: the import table as data. `eslint.config.mjs` turns it into rules, and `imports.test.ts`
 * lints one offending and one legal snippet per row. Whatever a row does not name is refused.
 *
 * @typedef {object} Row
 * @property {string} from       the element that imports
 * @property {string} [folder]   where its files lie; `*` makes each folder there an element of its own
 * @property {string} [file]     or the single files it is
 * @property {string[]} [may]     elements it may import (its own folder is always allowed)
 * @property {string[]} [types]   elements it may import types from, and nothing else
 * @property {string[]} [packages] packages it may import, as globs; `node:*` stands for Node's own modules
 * @property {boolean} [anywhere] true: must run in a browser, a worker and Node alike, so no global of either
 */

const RUNS_ANYWHERE = ['zod', 'canonicalize', 'leven', 'magic-string'];
const ANY_LIBRARY = ['!(@playwright|vitest|eslint|typescript)*'];

/** @type {Row[]} */
export const IMPORT_TABLE = [
  { from: 'schema', folder: 'src/schema', packages: ['zod'], anywhere: true },
  { from: 'evidence', folder: 'src/evidence', may: ['schema'], packages: RUNS_ANYWHERE, anywhere: true },
  {
    from: 'simt',
    folder: 'src/simt',
    may: ['schema'],
    packages: [...RUNS_ANYWHERE, 'web-tree-sitter'],
    anywhere: true,
  },
  {
    from: 'node',
    folder: 'src/node',
    may: ['schema', 'evidence'],
    packages: [...RUNS_ANYWHERE, '@humanwhocodes/momoa', 'yaml', 'node:*'],
  },
  {
    from: 'loaders',
    folder: 'src/loaders',
    may: ['schema', 'evidence', 'node'],
    packages: ['zod', 'astro', 'astro:*', 'node:*'],
  },
  {
    from: 'markdown',
    folder: 'src/markdown',
    may: ['schema', 'evidence'],
    packages: ANY_LIBRARY,
  },
  {
    // `markdown` for its highlighter: a quoted kernel is coloured as a fence is.
    from: 'room',
    folder: 'src/components/*',
    may: ['evidence', 'simt', 'styles', 'markdown'],
    types: ['schema'],
    packages: ANY_LIBRARY,
  },
  {
    from: 'layouts',
    folder: 'src/layouts',
    may: ['evidence', 'room', 'styles', 'schema'],
    packages: ANY_LIBRARY,
  },
  {
    // `loaders` for what they present: the snapshot of the repository.
    from: 'pages',
    folder: 'src/pages',
    may: ['layouts', 'room', 'styles', 'evidence', 'schema', 'loaders'],
    packages: ANY_LIBRARY,
  },
  { from: 'styles', folder: 'src/styles' },
  // Astro reads this one file by name: it declares the collections, and is wiring only.
  {
    from: 'collections',
    file: 'src/*.ts',
    may: ['schema', 'evidence', 'node', 'loaders'],
    packages: ['astro', 'astro:*', 'node:*'],
  },
  { from: 'lib', folder: 'scripts/lib', may: ['schema', 'evidence', 'node'], packages: [...ANY_LIBRARY, 'node:*'] },
  // Read by the commands for the version; it imports nothing.
  { from: 'manifest', file: 'package.json' },
  // The command line itself: the table of commands, each loaded when it is asked for.
  { from: 'cli', file: 'scripts/*.{mjs,ts}', may: ['lib', 'command', 'manifest'], packages: ['citty', 'node:*'] },
  {
    from: 'command',
    folder: 'scripts/*',
    may: ['schema', 'evidence', 'node', 'simt', 'lib', 'manifest'],
    packages: ['**', 'node:*'],
  },
];
