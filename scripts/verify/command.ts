import { defineCommand } from 'citty';
import { describeProblem } from '../../src/evidence/problem.ts';
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

function realEffects(signal: AbortSignal): Effects | number {
  try {
    return nodeEffects(findRoot(process.cwd()), signal);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`${describeProblem(error)}\n`);
    return error.exit;
  }
}

export default defineCommand({
  meta: {
    name: 'verify',
    description:
      'Builds, runs, measures and disassembles labs on the GPU of this machine and writes one evidence file for each. ' +
      `Exit status: ${String(EXIT.allGatesHold)} all gates hold, ${String(EXIT.gateFailed)} a gate failed, ` +
      `${String(EXIT.usage)} wrong call, ${String(EXIT.noDevice)} no device, ` +
      `${String(EXIT.brokenPlanOrToolchain)} broken plan or toolchain.`,
  },
  args: {
    lab: {
      type: 'positional',
      required: false,
      valueHint: '...',
      description: 'labs to verify, as their folders in code/ are named; all of them when none is named',
    },
    list: { type: 'boolean', default: false, description: 'print the names of the labs and do nothing' },
  },
  run: async ({ args, data }: { args: { _: string[]; list: boolean }; data?: unknown }): Promise<number> => {
    const { signal } = data as Invocation;
    const effects = realEffects(signal);
    if (typeof effects === 'number') return effects;
    const argv = ['verify', ...args._, ...(args.list ? ['--list'] : [])];
    return verify(
      { labs: args._, list: args.list },
      { version: packageJson.version, argv, session: new Date().toISOString() },
      effects,
    );
  },
});
