import { defineCommand } from 'citty';
import { ROOT } from '../lib/bootstrap/effects.mjs';
import type { Invocation } from '../lib/cli/command.ts';
import { check } from './check.ts';
import { readProject } from './effects.ts';
import { LINTERS } from './linters/index.ts';
import { asJson, asText } from './report.ts';

export default defineCommand({
  meta: { name: 'check', description: "The project's own checks of its sources, docs and evidence." },
  args: { json: { type: 'boolean', description: 'print the result as JSON' } },
  run: ({ args, data }) => {
    const { commands } = data as Invocation;
    const project = readProject(
      ROOT,
      commands.map(({ name }) => name),
    );
    const results = check(LINTERS, project);
    process.stdout.write(`${args.json ? asJson(results) : asText(results)}\n`);
    return results.every(({ problems }) => problems.length === 0) ? 0 : 1;
  },
});
