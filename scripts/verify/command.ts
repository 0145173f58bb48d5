import { defineCommand } from 'citty';
import { describeProblem, problemsOf } from '../../src/evidence/problem.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Effects } from './effects.ts';
import { nodeEffects } from './node-effects.ts';
import { findRoot } from './root.ts';
import { EXIT, Stop } from './stop.ts';
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
}

function realEffects(signal: AbortSignal): Effects | number {
  try {
    return nodeEffects(findRoot(process.cwd()), signal);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`${describeProblem(error)}\n`);
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
    lab: {
      type: 'positional',
      required: false,
      valueHint: '...',
      description: 'labs to verify, as their folders in code/ are named; all of them when none is named',
    },
    list: { type: 'boolean', default: false, description: 'print the names of the labs and do nothing' },
    force: { type: 'boolean', default: false, description: 'verify also what has not changed since its evidence' },
    'dry-run': { type: 'boolean', default: false, description: 'print the commands of the labs and run nothing' },
    json: { type: 'boolean', default: false, description: 'print a summary in JSON as the last line' },
  },
  run: async ({ args, data }: { args: Arguments; data?: unknown }): Promise<number> => {
    const { signal } = data as Invocation;
    process.once('uncaughtException', (error) => process.exit(crashed(error)));
    try {
      const effects = realEffects(signal);
      if (typeof effects === 'number') return effects;
      const flags = (['list', 'force', 'dry-run', 'json'] as const).filter((name) => args[name]);
      const argv = ['verify', ...args._, ...flags.map((name) => `--${name}`)];
      const identity = { version: packageJson.version, argv, session: new Date().toISOString() };
      const { _: labs, list, force, json } = args;
      return await verify({ labs, list, force, json, dryRun: args['dry-run'] }, identity, effects);
    } catch (error) {
      if (signal.aborted) return EXIT.interrupted;
      if (problemsOf(error) !== null) throw error;
      return crashed(error);
    }
  },
});
