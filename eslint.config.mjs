import { defineConfig, globalIgnores } from 'eslint/config';
import astro from 'eslint-plugin-astro';
import typescript from 'typescript-eslint';
import { importRules } from './scripts/lint/boundaries.mjs';
import { anywhereRules, noFileReading } from './scripts/lint/globals.mjs';

export default defineConfig(
  globalIgnores(['.astro/', '.cache/', 'build/', 'dist/', 'node_modules/', '**/fixtures/**']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    name: 'lockstep/typescript',
    files: ['**/*.ts', '**/*.mjs'],
    extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // `import type` in one statement keeps a types-only dependency visible to the import table.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  astro.configs.recommended,
  importRules,
  anywhereRules,
  noFileReading,
);
