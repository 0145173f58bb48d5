import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defineCommand } from 'citty';
import { describeProblem, problemsOf } from '../../src/evidence/problem.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { isUsageError, UsageError } from '../lib/cli/usage.ts';
import type { Effects } from './effects.ts';
import { nodeEffects } from './node-effects.ts';
import { PARTS } from './only.ts';
import { findRoot } from './root.ts';
import { NAMESPACE } from './sign.ts';
import { EXIT, Stop } from './stop.ts';
import { printJson } from './summary.ts';
import { verify } from './verify.ts';

/** What the command line hands to a command; the one-file build hands the same. */
interface Invocation {
  readonly signal: AbortSignal;
}

interface Arguments {
  _: string[];
  list: boolean;
  force: boolean;
  'dry-run': boolean;
  json: boolean;
  only?: string | undefined;
  sign?: string | undefined;
}

/** The options that may be given several times, each in its order. */
const several = (rawArgs: readonly string[], name: string): string[] => {
  const { values } = parseArgs({
    args: [...rawArgs],
    options: { [name]: { type: 'string', multiple: true } },
    strict: false,
  });
  return ((values[name] ?? []) as (string | boolean)[]).map((value) => (typeof value === 'string' ? value : ''));
};

/** What stands for an option's value must be there: citty takes an option without one for an empty text. */
function refuseEmpty(values: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, given] of Object.entries(values)) {
    if (given.some((value) => value === '' || value.startsWith('--'))) throw new UsageError(`--${name} needs a value`);
  }
}

function realEffects(signal: AbortSignal, json: boolean): Effects | number {
  try {
    return nodeEffects(findRoot(process.cwd()), signal);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const problem = describeProblem(error);
    process.stderr.write(`${problem}\n`);
    const log = (line: string): boolean => process.stdout.write(`${line}\n`);
    if (json) printJson({ outcomes: [], notTried: [], exit: error.exit, problem }, { log });
    return error.exit;
  }
}

/** A fault of ours must not look like a gate that failed. */
function crashed(error: unknown): number {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`lockstep verify failed unexpectedly:\n${text}\n`);
  return EXIT.internal;
}

export default defineCommand({
  meta: {
    name: 'verify',
    description:
      'Builds, runs, measures and disassembles labs on the GPU of this machine and writes one evidence file for each. ' +
      `Exit status: ${String(EXIT.allGatesHold)} all gates hold, ${String(EXIT.gateFailed)} a gate failed, ` +
      `${String(EXIT.usage)} wrong call, ${String(EXIT.noDevice)} no device, ` +
      `${String(EXIT.brokenPlanOrToolchain)} broken plan or toolchain, ${String(EXIT.internal)} a fault of this tool, ` +
      `${String(EXIT.busy)} another verification runs here, ${String(EXIT.interrupted)} interrupted. ` +
      'Of several labs the greatest status holds.',
  },
  args: {
    labs: {
      type: 'positional',
      required: false,
      valueHint: '...',
      description: 'labs to verify, as their folders in code/ are named; all of them when none is named',
    },
    // Beside the names that stand alone: scripts like to say what a word is.
    lab: { type: 'string', valueHint: 'LAB', description: 'a lab to verify, as if it stood alone; may be given again' },
    only: {
      type: 'string',
      valueHint: 'PART,…',
      description:
        `try only some steps, and write nothing: ${PARTS.join(', ')}, or the id of one run, sanitizer, transcript, model ` +
        'or profile. A model brings all runs with it, for it is held against what they report',
    },
    against: {
      type: 'string',
      valueHint: 'FILE',
      description:
        'afterwards print what changed since this evidence of one of the labs; may be given again, once for each file. ' +
        'The exit status does not depend on it: npx lockstep diff has one that does',
    },
    sign: {
      type: 'string',
      valueHint: 'KEY',
      description:
        'sign the exact bytes of each evidence file, of unchanged labs too, into DEVICE.json.sig beside it, by ssh-keygen ' +
        `in the namespace ${NAMESPACE}. KEY is a private key without a passphrase, or a public one that your agent has`,
    },
    list: { type: 'boolean', default: false, description: 'print the names of the labs and do nothing' },
    force: { type: 'boolean', default: false, description: 'verify also what has not changed since its evidence' },
    'dry-run': { type: 'boolean', default: false, description: 'print the commands of the labs and run nothing' },
    json: { type: 'boolean', default: false, description: 'print a summary in JSON as the last line' },
  },
  run: async ({ args, rawArgs, data }: { args: Arguments; rawArgs: string[]; data?: unknown }): Promise<number> => {
    const { signal } = data as Invocation;
    process.once('uncaughtException', (error) => process.exit(crashed(error)));
    try {
      const given = { lab: several(rawArgs, 'lab'), against: several(rawArgs, 'against') };
      const { only = null, sign = null, json, list, force } = args;
      refuseEmpty({ ...given, only: only === null ? [] : only.split(','), sign: sign === null ? [] : [sign] });
      const effects = realEffects(signal, json);
      if (typeof effects === 'number') return effects;
      const labs = [...args._, ...given.lab];
      const flags = (['list', 'force', 'dry-run', 'json'] as const).filter((name) => args[name]);
      // Keys and files to compare with change no result, and their paths are this machine's business.
      const argv = ['verify', ...labs, ...flags.map((name) => `--${name}`)];
      const identity = { version: packageJson.version, argv, session: new Date().toISOString() };
      const options = {
        ...{ labs, list, force, json, dryRun: args['dry-run'] },
        only: only === null ? null : [...new Set(only.split(','))],
        against: given.against,
        sign: sign === null ? null : resolve(sign),
      };
      return await verify(options, identity, effects);
    } catch (error) {
      if (signal.aborted) return EXIT.interrupted;
      if (problemsOf(error) !== null || isUsageError(error)) throw error;
      return crashed(error);
    }
  },
});
