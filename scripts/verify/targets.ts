import type { PlannedProgram } from '../../src/schema/plan.ts';
import type { Effects } from './effects.ts';
import { endedWell } from './ended.ts';
import type { Lab } from './lab.ts';
import { brokenPlan } from './stop.ts';

/** Every architecture there has been, so that a toolkit too old or too new for one is told from a slip of the pen. */
const KNOWN = [50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121];
/** Least versions with machine code for one chip alone (`sm_90a`), and for its family (`sm_100f`). */
const LEAST = { '': 0, a: 90, f: 100 } as const;

export interface TargetParts {
  /** 90 for sm_90a. */
  version: number;
  suffix: string;
}

export function partsOf(target: string): TargetParts {
  const [, version, suffix = ''] = /^sm_(\d+)([a-z]?)$/.exec(target) ?? [];
  return { version: Number(version), suffix };
}

export function isKnownTarget(target: string): boolean {
  const { version, suffix } = partsOf(target);
  return KNOWN.includes(version) && suffix in LEAST && version >= LEAST[suffix as keyof typeof LEAST];
}

/** Architectures the compiler lists; none for a toolkit too old to be asked. */
export async function listTargets(effects: Effects): Promise<string[]> {
  const options = { cwd: effects.root, timeoutSeconds: 30, limitBytes: 64 << 10 };
  const ran = await effects.exec(['nvcc', '--list-gpu-code'], options);
  if (!endedWell(ran.ended)) return [];
  return ran.stdout.text.split(/\s+/).filter((word) => /^sm_\d+[a-z]?$/.test(word));
}

function unknownIn({ targets }: PlannedProgram, listed: readonly string[]): string[] {
  return targets.filter((target) => !listed.includes(target) && !isKnownTarget(target));
}

/** Throws Stop for a target that neither the compiler nor history knows. */
export function refuseUnknownTargets({ plan, planFile }: Lab, listed: readonly string[]): void {
  for (const program of plan.programs) {
    const unknown = unknownIn(program, listed);
    if (unknown.length === 0) continue;
    throw brokenPlan({
      place: { file: planFile },
      cause: `Program "${program.id}" names an architecture that does not exist.`,
      expected: listed.length === 0 ? 'an architecture that nvcc knows' : `one of: ${listed.join(', ')}`,
      found: unknown.join(', '),
      remedy: 'Mend the name in the targets of the program.',
    });
  }
}

/** Whether a device of this compute capability runs machine code for the target. */
export function runsOn(target: string, capability: string): boolean {
  const [major = 0, minor = 0] = capability.split('.').map(Number);
  const { version, suffix } = partsOf(target);
  const sameGeneration = Math.floor(version / 10) === major;
  if (suffix === 'a') return sameGeneration && version % 10 === minor;
  return sameGeneration && version % 10 <= minor;
}

/** The best target first: the newest, and of one version the plain one. */
export function byPreference(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return b.version - a.version || a.suffix.length - b.suffix.length || (a.suffix < b.suffix ? 1 : -1);
}
