import type { PlannedSanitizer } from '../../src/schema/plan.ts';
import type { Sanitizer } from '../../src/schema/sanitizer.ts';
import { buildForDevice, makeBuild, targetFor } from './build-lab.ts';
import { withResult, type BuiltProgram } from './build-program.ts';
import type { Effects } from './effects.ts';
import { labNames, readLab, type Lab } from './lab.ts';
import type { Progress } from './progress.ts';
import { describeSanitized, runSanitizer, type Sanitized } from './run-sanitizer.ts';
import { brokenPlan } from './stop.ts';

/** A sanitizer of the controls that must find something, and whether it did in this session. */
export interface Control {
  lab: string;
  planned: PlannedSanitizer;
  fired: boolean;
}

/** What must be able to fire: a tool, on a variant of a program. */
export type Needed = Pick<PlannedSanitizer, 'tool' | 'variant'>;

export const isControl = ({ expected }: PlannedSanitizer): boolean => expected.kind === 'finding';

const serves = (one: PlannedSanitizer, needed: Needed): boolean =>
  isControl(one) && one.tool === needed.tool && one.variant === needed.variant;

function noControls({ planFile }: Lab, named: string, known: readonly string[]): Error {
  return brokenPlan({
    place: { file: planFile },
    cause: `The plan says that the lab "${named}" shows whether the sanitizers can fire, and there is no such lab.`,
    expected: known.length === 0 ? 'a folder in code/ with a plan.json' : `one of: ${known.join(', ')}`,
    found: named,
    remedy: 'Name the lab of the controls as its folder is named, or take "controls" out of the plan.',
  });
}

/** What this machine is, for builds of the controls. */
export interface Machine {
  capability: string;
  listed: readonly string[];
}

/**
 * Positive controls of the sanitizers, each run at most once in a session: by the verification of their own lab, or for
 * the first lab that needs one.
 */
export class Controls {
  readonly #fired = new Map<string, boolean>();
  readonly #builds = new Map<string, Promise<BuiltProgram>>();

  /** Keeps what the verification of the lab of the controls itself found. */
  remember(lab: Lab, sanitized: readonly Sanitized[]): void {
    for (const { planned, sanitizer } of sanitized.filter((one) => isControl(one.planned))) {
      this.#fired.set(`${lab.name} ${planned.id}`, sanitizer.verdict === 'as-expected');
    }
  }

  /** The controls of a lab for what is needed. Runs those that this session has not run. Throws Stop for no such lab. */
  async find(
    lab: Lab,
    needed: readonly Needed[],
    machine: Machine,
    effects: Effects,
    progress: Progress,
  ): Promise<Control[]> {
    const { controls } = lab.plan;
    if (controls === undefined || needed.length === 0) return [];
    const known = await labNames(effects);
    if (!known.includes(controls)) throw noControls(lab, controls, known);
    const from = controls === lab.name ? lab : await readLab(controls, effects);
    const wanted = from.plan.sanitizers.filter((one) => needed.some((other) => serves(one, other)));
    const found: Control[] = [];
    for (const planned of wanted) {
      const key = `${controls} ${planned.id}`;
      if (!this.#fired.has(key)) {
        const ran = await progress.step(
          `control ${planned.id}`,
          async () =>
            runSanitizer(from, planned, await this.#build(from, planned, machine, effects, progress), effects),
          describeSanitized,
        );
        this.remember(from, [ran]);
      }
      found.push({ lab: controls, planned, fired: this.#fired.get(key) === true });
    }
    return found;
  }

  #build(
    lab: Lab,
    planned: PlannedSanitizer,
    machine: Machine,
    effects: Effects,
    progress: Progress,
  ): Promise<BuiltProgram> {
    const key = `${lab.name} ${planned.program} ${planned.variant}`;
    const made = this.#builds.get(key) ?? buildControl(lab, planned, machine, effects, progress);
    this.#builds.set(key, made);
    return made;
  }
}

/** The program of a control as the device runs it. What cannot be built has no executable, and does not fire. */
function buildControl(
  lab: Lab,
  { program: id, variant }: PlannedSanitizer,
  { capability, listed }: Machine,
  effects: Effects,
  progress: Progress,
): Promise<BuiltProgram> {
  const program = lab.plan.programs.find((one) => one.id === id);
  const form = variant === 'release' ? 'plain' : variant;
  if (program === undefined) throw new TypeError(`a plan was read whose sanitizer names no program: ${id}`);
  const targets = targetFor(program, capability);
  if (targets.length > 0) return makeBuild(lab, { program, form, targets }, listed, effects, progress);
  const reason = `no target runs on compute capability ${capability}`;
  return Promise.resolve(withResult(lab, { program, form, targets: program.targets }, { status: 'skipped', reason }));
}

/**
 * The control that a result counts beside: of the same tool and variant, with the same options where there is one, and
 * one that fired where there is one. Null when there is none.
 */
export function controlFor(
  { tool, variant, options }: PlannedSanitizer,
  controls: readonly Control[],
  session: string,
): Sanitizer['control'] {
  const same = controls.filter(({ planned }) => serves(planned, { tool, variant }));
  const alike = same.filter(({ planned }) => planned.options.join(' ') === options.join(' '));
  const candidates = alike.length > 0 ? alike : same;
  const chosen = candidates.find(({ fired }) => fired) ?? candidates[0];
  if (chosen === undefined) return null;
  return { lab: chosen.lab, sanitizer: chosen.planned.id, session, fired: chosen.fired };
}

/** The build that a sanitizer is run on: as the device runs it, in the variant that the plan asks for. */
export function buildFor(
  builds: readonly BuiltProgram[],
  { program, variant }: PlannedSanitizer,
  capability: string,
  lab: Lab,
): BuiltProgram {
  const plain = buildForDevice(builds, program, capability, lab);
  if (variant === 'release') return plain;
  const further = builds.find((one) => one.form === variant && one.build.program === program);
  if (further !== undefined) return further;
  throw new TypeError(`a plan was read whose sanitizer names a variant that is not built: ${variant} of ${program}`);
}
