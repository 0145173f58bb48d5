import type { SassPatternOrigin } from '../schema/check.ts';
import { SASS_CHECKS, type PlannedProgram } from '../schema/plan.ts';
import type { SassItem } from '../schema/sass-item.ts';
import { Problem, Problems } from './problem.ts';
import { isFor, type SassCheck } from './sass-checks.ts';

/** A program of a plan, and the files that it is compiled from: paths in the repository. */
export interface CompiledProgram extends Pick<PlannedProgram, 'id' | 'kernels' | 'targets'> {
  files: readonly string[];
}

/** A check of a source as it is in evidence, for one target of one program, before it is judged. */
export interface SassGate {
  id: string;
  description: string;
  origin: SassPatternOrigin;
  items: readonly SassItem[];
}

/** Whether a program names the kernel that a check is beside. */
export const namesKernel = ({ kernels }: Pick<PlannedProgram, 'kernels'>, { kernel }: SassCheck): boolean =>
  kernels.some(({ name }) => name === kernel);

/** What a gate of a check is, but for its number among those of its kernel. */
export function gateOf(program: string, check: SassCheck, target: string, number: number | string): SassGate {
  const { kernel, file, line, text, items } = check;
  return {
    // An id is in lower case; the number counts on where two kernels differ in nothing else.
    id: `${SASS_CHECKS}${program}/${kernel.toLowerCase()}/${number}/${target}`,
    description: `machine code of ${kernel} for ${target}: ${text}`,
    origin: { kind: 'sass-pattern', build: `${program}/${target}`, kernel, target, file, line, text },
    items,
  };
}

const listed = (words: readonly string[]): string => [...new Set(words)].join(', ') || 'none';

/** What keeps a check from being held against any machine code; null when it can be. */
function faultOf(check: SassCheck, programs: readonly CompiledProgram[], planFile: string): Problem | null {
  const compiled = programs.filter(({ files }) => files.includes(check.file));
  const naming = compiled.filter((one) => namesKernel(one, check));
  const targets = naming.flatMap((one) => one.targets);
  const place = { file: check.file, line: check.line };
  if (naming.length === 0) {
    return new Problem({
      place,
      cause: 'This check of machine code is beside a kernel that the plan does not name, so nothing would be checked.',
      expected: `a kernel of ${planFile}: ${listed(compiled.flatMap(({ kernels }) => kernels.map(({ name }) => name)))}`,
      found: check.kernel,
      remedy: `Add "${check.kernel}" to the kernels in ${planFile}, or take the check away.`,
    });
  }
  const unknown = check.targets?.filter((one) => !targets.includes(one)) ?? [];
  if (unknown.length === 0) return null;
  return new Problem({
    place,
    cause: 'This check of machine code is for a target that the plan does not build, so nothing would be checked.',
    expected: `targets of ${planFile}: ${listed(targets)}`,
    found: unknown.join(', '),
    remedy: `Correct the target, or add it to ${planFile}.`,
  });
}

const inOrder = (a: SassCheck, b: SassCheck): number =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;

/**
 * The gates that checks are, for every program that is compiled from their file and names their kernel, and every target
 * that they are for. Throws a Problem with the line of a check that is about no kernel or target of the plan, Problems
 * for several.
 */
export function sassGates(
  checks: readonly SassCheck[],
  programs: readonly CompiledProgram[],
  planFile: string,
): SassGate[] {
  const faults = checks.map((one) => faultOf(one, programs, planFile)).filter((one) => one !== null);
  const [first, ...more] = faults;
  if (first !== undefined) throw more.length === 0 ? first : new Problems(faults);
  const sorted = [...checks].sort(inOrder);
  return programs.flatMap((program) => {
    const numbers = new Map<string, number>();
    return sorted
      .filter((check) => program.files.includes(check.file) && namesKernel(program, check))
      .flatMap((check) => {
        const name = check.kernel.toLowerCase();
        const number = (numbers.get(name) ?? 0) + 1;
        numbers.set(name, number);
        const targets = program.targets.filter((target) => isFor(check, target));
        return targets.map((target) => gateOf(program.id, check, target, number));
      });
  });
}
