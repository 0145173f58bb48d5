import { readFile } from 'node:fs/promises';
import { defineCommand } from 'citty';
import { diff, EXIT } from './diff.ts';
import type { Effects } from './effects.ts';

const realEffects: Effects = {
  readFile: (path) =>
    readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }),
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
};

export default defineCommand({
  meta: {
    name: 'diff',
    description:
      'Compares two evidence files: toolchain, device, inputs, builds, machine code kernel by kernel, checks, sanitizers, ' +
      `and numbers with their noise. Exit status: ${String(EXIT.same)} the same, ${String(EXIT.differs)} they differ, ` +
      `${String(EXIT.trouble)} a file cannot be read.`,
  },
  args: {
    before: { type: 'positional', required: true, description: 'evidence file to compare with' },
    after: { type: 'positional', required: true, description: 'evidence file to compare' },
    json: { type: 'boolean', default: false, description: 'print the comparison as JSON' },
  },
  run: ({ args }): Promise<number> => diff(args.before, args.after, { json: args.json }, realEffects),
});
