import { diffEvidence } from '../../src/evidence/diff.ts';
import { Problem, problemsOf } from '../../src/evidence/problem.ts';
import type { Evidence } from '../../src/schema/evidence.ts';
import { asText } from '../lib/evidence/diff-text.ts';
import { readSide } from '../lib/evidence/read-side.ts';
import type { Effects } from './effects.ts';
import { EXIT, Stop } from './stop.ts';
import type { Verified } from './verify-lab.ts';

/** Evidence that was captured before, to compare with. */
export interface Baseline {
  /** As the caller wrote it. */
  file: string;
  evidence: Evidence;
}

/** How a lab differs from a baseline; null when the lab has no evidence to compare. */
export interface Compared {
  file: string;
  lab: string;
  same: boolean | null;
}

function ofNoLab(file: string, { lab }: Evidence, labs: readonly string[]): Stop {
  return new Stop(EXIT.usage, {
    place: { file },
    cause: 'The file to compare with is the evidence of a lab that is not verified here.',
    expected: `evidence of: ${labs.join(', ')}`,
    found: lab,
    remedy: `Verify that lab too, or leave the file out: npx lockstep verify ${lab} --against ${file}`,
  });
}

/** Reads what to compare with: before the long work, so that a mistake in a name does not cost it. Throws Stop. */
export async function readBaselines(
  files: readonly string[],
  labs: readonly string[],
  effects: Effects,
): Promise<Baseline[]> {
  const baselines: Baseline[] = [];
  for (const file of new Set(files)) {
    try {
      baselines.push({ file, evidence: await readSide(file, effects.readCallersFile) });
    } catch (error) {
      const [first] = problemsOf(error) ?? [];
      if (first === undefined) throw error;
      throw new Stop(EXIT.usage, error instanceof Problem ? error : first);
    }
  }
  for (const { file, evidence } of baselines) if (!labs.includes(evidence.lab)) throw ofNoLab(file, evidence, labs);
  return baselines;
}

/** Prints what changed since each baseline. What is new to a lab is no fault of it: no exit status depends on it. */
export function printChanges(
  baselines: readonly Baseline[],
  verified: readonly Verified[],
  effects: Effects,
): Compared[] {
  return baselines.map(({ file, evidence }) => {
    const { lab } = evidence;
    const now = verified.find((one) => one.lab === lab);
    effects.log('');
    if (now === undefined) {
      effects.log(`${lab} against ${file}: not compared, for the lab has no new evidence`);
      return { file, lab, same: null };
    }
    const changes = diffEvidence(evidence, now.evidence);
    effects.log(`${lab} against ${file}`);
    effects.log(asText(changes));
    return { file, lab, same: changes.same };
  });
}
