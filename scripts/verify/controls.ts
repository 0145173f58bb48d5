import { controlsOf } from '../../src/evidence/coverage.ts';
import type { InputFile } from '../../src/schema/evidence.ts';
import type { PlannedSanitizer } from '../../src/schema/plan.ts';
import type { Sanitizer } from '../../src/schema/sanitizer.ts';
import { buildForDevice, makeBuild, targetFor } from './build-lab.ts';
import { withResult, type BuiltProgram } from './build-program.ts';
import { buildFolder } from './compilation.ts';
import type { Effects } from './effects.ts';
import { digestPlanned, inputsOf, joinInputs } from './inputs.ts';
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

/** What must be able to fire: a tool with its options, on a variant of a program. */
export type Needed = Pick<PlannedSanitizer, 'tool' | 'variant' | 'options'>;

export const isControl = ({ expected }: PlannedSanitizer): boolean => expected.kind === 'finding';

const serves = (one: PlannedSanitizer, needed: Needed): boolean =>
  isControl(one) &&
  one.tool === needed.tool &&
  one.variant === needed.variant &&
  one.options.join('\0') === needed.options.join('\0');

function noControls({ planFile }: Lab, named: string, known: readonly string[]): Error {
  return brokenPlan({
    place: { file: planFile },
    cause: `The plan says that the lab "${named}" shows whether the sanitizers can fire, and there is no such lab.`,
    expected: known.length === 0 ? 'a folder in code/ with a plan.json' : `one of: ${known.join(', ')}`,
    found: named,
    remedy: 'Name the lab of the controls as its folder is named, or take "controls" out of the plan.',
  });
}

async function knownControls(lab: Lab, controls: string, effects: Effects): Promise<Lab> {
  const known = await labNames(effects);
  if (!known.includes(controls)) throw noControls(lab, controls, known);
  return readLab(controls, effects);
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
  /** By lab: the files that its programs were built from in this session, as they were then. */
  readonly #inputs = new Map<string, InputFile[]>();

  /** Keeps what the verification of the lab of the controls itself found. */
  remember(lab: Lab, sanitized: readonly Sanitized[]): void {
    for (const { planned, sanitizer } of sanitized.filter((one) => isControl(one.planned))) {
      this.#fired.set(`${lab.name} ${planned.id}`, sanitizer.verdict === 'as-expected');
    }
  }

  /** Keeps what a lab was built from, in case it is the lab of the controls of another. */
  keep({ name }: Lab, inputs: readonly InputFile[]): void {
    this.#inputs.set(name, [...inputs]);
  }

  /** What the controls that a lab relies on were built from; what their plan names where none was needed. */
  async inputs(lab: Lab, effects: Effects): Promise<InputFile[]> {
    const controls = controlsOf(lab.plan, lab.name);
    if (controls === null) return [];
    return this.#inputs.get(controls) ?? digestPlanned(await knownControls(lab, controls, effects), effects);
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
    const startedAt = effects.now();
    const from = controls === lab.name ? lab : await knownControls(lab, controls, effects);
    const planned = await digestPlanned(from, effects);
    const wanted = from.plan.sanitizers.filter((one) => needed.some((other) => serves(one, other)));
    const found: Control[] = [];
    const built: BuiltProgram[] = [];
    for (const control of wanted) {
      const key = `${controls} ${control.id}`;
      if (!this.#fired.has(key)) {
        const build = await this.#build(from, control, machine, effects, progress);
        const run = (): Promise<Sanitized> => runSanitizer(from, control, build, effects);
        this.remember(from, [await progress.step(`control ${control.id}`, run, describeSanitized)]);
        built.push(build);
      }
      found.push({ lab: controls, planned: control, fired: this.#fired.get(key) === true });
    }
    if (built.length > 0) await this.#keepBuilt(from, built, planned, startedAt, effects);
    return found;
  }

  /** Of a file that was read before, what it was then stays: the verification refuses one that changed meanwhile. */
  async #keepBuilt(
    lab: Lab,
    built: readonly BuiltProgram[],
    planned: readonly InputFile[],
    startedAt: number,
    effects: Effects,
  ): Promise<void> {
    const now = await inputsOf(lab, built, planned, startedAt, effects);
    this.keep(lab, joinInputs(this.#inputs.get(lab.name) ?? [], now));
  }

  async #build(
    lab: Lab,
    planned: PlannedSanitizer,
    machine: Machine,
    effects: Effects,
    progress: Progress,
  ): Promise<BuiltProgram> {
    // Its own verification would have made the folder that the compiler writes to.
    const hasFolder =
      this.#inputs.has(lab.name) || [...this.#builds.keys()].some((one) => one.startsWith(`${lab.name} `));
    if (!hasFolder) await effects.emptyFolder(buildFolder(lab));
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
 * The control that a result counts beside: of the same tool with the same options on the same variant, and one that
 * fired where there is one. Null when there is none: another option can be what makes a tool fire.
 */
export function controlFor(
  needed: PlannedSanitizer,
  controls: readonly Control[],
  session: string,
): Sanitizer['control'] {
  const candidates = controls.filter(({ planned }) => serves(planned, needed));
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
