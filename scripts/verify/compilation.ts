import type { Build } from '../../src/schema/build.ts';
import type { PlannedProgram } from '../../src/schema/plan.ts';
import type { Lab } from './lab.ts';

/** `plain` is what is run, measured and disassembled: one target, optimised. */
export type BuildForm = 'plain' | 'device-debug' | 'fat';

/** One compilation that a plan asks for. */
export interface WantedBuild {
  program: PlannedProgram;
  form: BuildForm;
  targets: string[];
}

/** A compilation as it is called, with paths relative to the root. */
export interface Compilation {
  id: string;
  executable: string;
  sources: string[];
  /** Flags of the plan, of the form and of the targets. */
  flags: string[];
  /** Where the compiler lists what it read; null for a fat binary, whose targets are built one by one too. */
  list: string | null;
  command: string[];
}

/** Where a lab's executables are built, relative to the root. */
export function buildFolder(lab: Pick<Lab, 'name'>): string {
  return `build/verify/${lab.name}`;
}

/** `sm_90` → machine code for that architecture and nothing else: what runs is what is disassembled. */
function gencode(target: string): string {
  return `-gencode=arch=${target.replace('sm_', 'compute_')},code=${target}`;
}

/** `PROGRAM/TARGET`, `PROGRAM/TARGET/device-debug` or `PROGRAM/fat`. */
function idOf({ program, form, targets }: WantedBuild): string {
  if (form === 'fat') return `${program.id}/fat`;
  const plain = `${program.id}/${targets[0] ?? ''}`;
  return form === 'plain' ? plain : `${plain}/${form}`;
}

/** Line tables and optimisation are what -G takes the place of; nvcc warns of both together. */
const AGAINST_DEBUG = /^(?:-lineinfo|--generate-line-info|-O\d?|--optimize(?:=.*)?)$/;
const PASSES_ON = /^(?:-X\w+|--(?:compiler|ptxas|linker|nvlink)-options)$/;

function flagsOf({ program: { flags }, form }: WantedBuild): string[] {
  if (form !== 'device-debug') return flags;
  const kept = flags.filter((flag, at) => !AGAINST_DEBUG.test(flag) || PASSES_ON.test(flags[at - 1] ?? ''));
  return [...kept, '-G'];
}

/** How a build is called and where it is put. */
export function compilationOf(lab: Pick<Lab, 'name' | 'folder'>, wanted: WantedBuild): Compilation {
  const { program, form, targets } = wanted;
  const named = form === 'fat' ? 'fat' : `${targets[0] ?? ''}${form === 'plain' ? '' : `.${form}`}`;
  const executable = `${buildFolder(lab)}/${program.id}.${named}`;
  const sources = program.sources.map((source) => `${program.folder ?? lab.folder}/${source}`);
  const flags = [...flagsOf(wanted), '-Xptxas', '-v', ...targets.map(gencode)];
  const list = form === 'fat' ? null : `${executable}.d`;
  const listing = list === null ? [] : ['-MD', '-MF', list];
  const command = ['nvcc', ...flags, ...listing, '-o', executable, ...sources];
  return { id: idOf(wanted), executable, sources, flags, list, command };
}

/** What the plan does not allow this build. Without optimisation a spill is no one's doing. */
export function gatesOf({ program: { gates }, form }: WantedBuild): Pick<Build, 'gates'> {
  const strict = (['warnings', 'spills'] as const).filter(
    (one) => gates[one] === 'fail' && !(form === 'device-debug' && one === 'spills'),
  );
  return strict.length === 0 ? {} : { gates: strict };
}
