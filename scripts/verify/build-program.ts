import type { Build, BuildResult } from '../../src/schema/build.ts';
import type { PlannedProgram } from '../../src/schema/plan.ts';
import { readDependencies, type DependencyFile } from './dependencies.ts';
import type { Effects, ExecResult } from './effects.ts';
import { compilationOf, gatesOf, type BuildForm, type WantedBuild } from './compilation.ts';
import { endedWell } from './ended.ts';
import type { Lab } from './lab.ts';
import { statedPath, withoutMachine } from './paths.ts';
import { parseElfList } from './tools/cuobjdump.ts';
import {
  isUnsupportedTarget,
  parseDiagnostics,
  parsePtxasFunctions,
  parsePtxasInfo,
  withoutVolatile,
} from './tools/nvcc.ts';

/** Bytes of compiler output that are kept. */
const LIMIT = 1 << 20;
/** Bytes of a failed compiler's words that go into the evidence. */
const SAID_LIMIT = 8 << 10;
const TIMEOUT_SECONDS = 300;

export interface BuiltProgram {
  build: Build;
  program: PlannedProgram;
  form: BuildForm;
  /** The target; of a fat binary all of them, joined by commas. */
  target: string;
  /** Path relative to the root; null when there is no executable. */
  executable: string | null;
  /** Files of the repository that the compiler read. */
  inputs: string[];
  seconds: number;
}

/** Says what a tool printed, cut for the evidence. */
function said({ stdout, stderr }: ExecResult, effects: Effects): { text: string; cutBytes: number } {
  const text = withoutMachine(withoutVolatile(`${stdout.text}${stderr.text}`), effects);
  const kept = text.slice(0, SAID_LIMIT);
  return { text: kept, cutBytes: stdout.cutBytes + stderr.cutBytes + (text.length - kept.length) };
}

const bySymbol = (a: { symbol: string }, b: { symbol: string }): number => (a.symbol < b.symbol ? -1 : 1);

/** What the assembler says of kernels and of the functions that they call, which it names again for every caller. */
function resourcesIn(words: string): Pick<Extract<BuildResult, { status: 'ok' }>, 'kernels' | 'functions'> {
  const named = <One extends { symbol: string }>(one: One): One & { demangled: null } => ({ ...one, demangled: null });
  const called = new Map(parsePtxasFunctions(words).map((one) => [JSON.stringify(one), named(one)]));
  return {
    kernels: parsePtxasInfo(words).map(named).sort(bySymbol),
    ...(called.size === 0 ? {} : { functions: [...called.values()].sort(bySymbol) }),
  };
}

function resultOf(ran: ExecResult, isListed: boolean, form: BuildForm, effects: Effects): BuildResult {
  const words = ran.stderr.text + ran.stdout.text;
  if (!endedWell(ran.ended)) {
    const unsupported = !isListed && isUnsupportedTarget(words);
    if (unsupported) return { status: 'unsupported-by-toolchain', said: said(ran, effects) };
    return { status: 'failed', ended: ran.ended, said: said(ran, effects) };
  }
  // A compilation for several targets reports every kernel once for each; the build of each target has them.
  const resources = form === 'fat' ? { kernels: [] } : resourcesIn(words);
  const warnings = parseDiagnostics(words, (path) => statedPath(path, effects.root));
  return {
    status: 'ok',
    ...resources,
    warnings: warnings.map((one) => ({
      ...one,
      text: withoutMachine(one.text, effects),
    })),
  };
}

/** A build with its result. Without more it is one that did not take place, which is known without the compiler. */
export function withResult(lab: Lab, wanted: WantedBuild, result: BuildResult): BuiltProgram {
  const { program, form, targets } = wanted;
  const { id, command, sources } = compilationOf(lab, wanted);
  const variant = form === 'device-debug' ? form : 'release';
  return {
    build: { id, program: program.id, targets, variant, command, result, ...gatesOf(wanted) },
    program,
    form,
    target: targets.join(','),
    executable: null,
    inputs: sources,
    seconds: 0,
  };
}

/**
 * The names of the ELF files in a fat binary, each once; null where the tool does not answer. A name comes twice, for the
 * device linker leaves an image without code beside each of the program's.
 */
async function elfFilesIn(executable: string, run: (argv: string[]) => Promise<ExecResult>): Promise<string[] | null> {
  const { ended, stdout } = await run(['cuobjdump', '-lelf', executable]);
  return endedWell(ended) ? [...new Set(parseElfList(withoutVolatile(stdout.text)))] : null;
}

/**
 * Makes one build of a lab's program. What the compiler refuses is a result, not an exception. `listed` are the
 * architectures that the compiler says it knows.
 */
export async function buildProgram(
  lab: Lab,
  wanted: WantedBuild,
  listed: readonly string[],
  effects: Effects,
): Promise<BuiltProgram> {
  const { id, executable, sources, flags, list, command } = compilationOf(lab, wanted);
  const run = (argv: string[]): Promise<ExecResult> =>
    effects.exec(argv, { cwd: effects.root, timeoutSeconds: TIMEOUT_SECONDS, limitBytes: LIMIT });
  const ran = await run(command);
  const isListed = wanted.targets.every((target) => listed.includes(target));
  const result = resultOf(ran, isListed, wanted.form, effects);
  const isOk = result.status === 'ok';
  const lists: DependencyFile[] = list === null ? [] : [{ path: list, of: id }];
  // Of several sources the list holds the last one's files alone: the others are asked about in the same words.
  if (isOk && sources.length > 1 && list !== null) {
    for (const [index, source] of sources.entries()) {
      const own = { path: `${executable}.${String(index)}.d`, of: `${id} from ${source}` };
      await run(['nvcc', ...flags, '-M', '-MF', own.path, source]);
      lists.push(own);
    }
  }
  const inputs = await Promise.all(lists.map((one) => readDependencies(lab, one, isOk, effects)));
  const elfFiles = isOk && wanted.form === 'fat' ? await elfFilesIn(executable, run) : null;
  return {
    ...withResult(lab, wanted, elfFiles === null || !isOk ? result : { ...result, elfFiles }),
    executable: isOk ? executable : null,
    inputs: [...new Set([...sources, ...inputs.flat()])],
    seconds: ran.seconds,
  };
}
