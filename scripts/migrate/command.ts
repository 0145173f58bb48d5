import { readdir, rm } from 'node:fs/promises';
import { defineCommand } from 'citty';
import packageJson from '../../package.json' with { type: 'json' };
import { readTextFile } from '../lib/evidence/read-side.ts';
import { replaceFile } from '../lib/evidence/replace-file.ts';
import type { Effects } from './effects.ts';
import { EXIT, migrate } from './migrate.ts';

const realEffects: Effects = {
  readFile: readTextFile,
  listFolder: async (path) =>
    (
      await readdir(path).catch((error: unknown) => {
        if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
        throw error;
      })
    ).sort(),
  replaceFile,
  removeFile: (path) => rm(path, { force: true }),
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
};

export default defineCommand({
  meta: {
    name: 'migrate',
    description:
      'Rewrites evidence of an older format in the present one, without a GPU: what was captured stays, what the older ' +
      'format did not record is said to be unknown, and the file says that it was migrated. Without a name: the evidence ' +
      `of every lab in code/. Exit status: ${String(EXIT.done)} every file is of the present format, ` +
      `${String(EXIT.refused)} a file was refused and is as it was, ${String(EXIT.usage)} wrong call.`,
  },
  args: {
    what: {
      type: 'positional',
      required: false,
      valueHint: '...',
      description: 'labs, as their folders in code/ are named, or evidence files by their path',
    },
    'dry-run': { type: 'boolean', default: false, description: 'say what would be rewritten, and write nothing' },
  },
  run: ({ args }): Promise<number> =>
    migrate(
      { what: args._, dryRun: args['dry-run'] },
      { name: packageJson.name, version: packageJson.version },
      realEffects,
    ),
});
