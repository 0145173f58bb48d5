import type { Toolchain } from '../../src/schema/toolchain.ts';
import type { Effects } from './effects.ts';
import { endedWell } from './ended.ts';
import { withoutMachine } from './paths.ts';
import { toolFrom } from './tools/versions.ts';

/** Every tool a verification may use, with how it is asked for its version. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  nvcc: ['nvcc', '--version'],
  ptxas: ['ptxas', '--version'],
  'host-compiler': ['g++', '--version'],
  cuobjdump: ['cuobjdump', '--version'],
  nvdisasm: ['nvdisasm', '--version'],
  'compute-sanitizer': ['compute-sanitizer', '--version'],
  ncu: ['ncu', '--version'],
};

/** Asks each tool for its version. One that does not answer is recorded as unavailable, with its own words. */
export async function readToolchain(effects: Effects): Promise<Toolchain> {
  const asked = Object.entries(TOOLS).map(async ([name, argv]) => {
    const ran = await effects.exec(argv, { cwd: effects.root, timeoutSeconds: 30, limitBytes: 64 << 10 });
    const answered = endedWell(ran.ended);
    const words = ran.ended.kind === 'not-started' ? ran.ended.reason : ran.stderr.text.trim() || ran.ended.kind;
    return [
      name,
      toolFrom(name, answered ? { output: ran.stdout.text } : { failure: withoutMachine(words, effects) }),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(asked));
}
