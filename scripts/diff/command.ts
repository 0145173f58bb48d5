import { defineCommand } from 'citty';
import { readTextFile } from '../lib/evidence/read-side.ts';
import { diff, EXIT } from './diff.ts';
import type { Effects } from './effects.ts';

const realEffects: Effects = {
  readFile: readTextFile,
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
