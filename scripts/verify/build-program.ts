import type { Build, BuildResult, Warning } from '../../src/schema/build.ts';
import type { PlannedProgram } from '../../src/schema/plan.ts';
import { readDependencies, type DependencyFile } from './dependencies.ts';
import type { Effects, ExecResult } from './effects.ts';
import { endedWell } from './ended.ts';
import type { Lab } from './lab.ts';
import { statedPath, withoutMachine } from './paths.ts';
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
  target: string;
  /** Path relative to the root; null when there is no executable. */
  executable: string | null;
  /** Files of the repository that the compiler read. */
  inputs: string[];
  seconds: number;
}

/** Where a lab's executables are built, relative to the root. */
export function buildFolder(lab: Lab): string {
  return `build/verify/${lab.name}`;
}

/** `sm_90` → machine code for that architecture and nothing else: what runs is what is disassembled. */
function gencode(target: string): string {
  return `-gencode=arch=${target.replace('sm_', 'compute_')},code=${target}`;
}

/** Says what a tool printed, cut for the evidence. */
function said({ stdout, stderr }: ExecResult, effects: Effects): { text: string; cutBytes: number } {
  const text = withoutMachine(withoutVolatile(`${stdout.text}${stderr.text}`), effects);
  const kept = text.slice(0, SAID_LIMIT);
  return { text: kept, cutBytes: stdout.cutBytes + stderr.cutBytes + (text.length - kept.length) };
}

/** Spills and stack of functions that were not inlined stand in no kernel's figures, so they are said apart. */
function calleeWarnings(words: string): Warning[] {
  return parsePtxasFunctions(words)
    .filter((one) => one.stackBytes + one.spillStoreBytes + one.spillLoadBytes > 0)
    .map(({ symbol, stackBytes, spillStoreBytes, spillLoadBytes }) => ({
      from: 'assembler',
      file: null,
      line: null,
      text:
        `Function properties for ${symbol}, which is called: ${String(stackBytes)} bytes stack frame, ` +
        `${String(spillStoreBytes)} bytes spill stores, ${String(spillLoadBytes)} bytes spill loads`,
    }));
}

function resultOf(ran: ExecResult, isListed: boolean, effects: Effects): BuildResult {
  const words = ran.stderr.text + ran.stdout.text;
  if (!endedWell(ran.ended)) {
    const unsupported = !isListed && isUnsupportedTarget(words);
    if (unsupported) return { status: 'unsupported-by-toolchain', said: said(ran, effects) };
    return { status: 'failed', ended: ran.ended, said: said(ran, effects) };
  }
  const kernels = parsePtxasInfo(words).map((kernel) => ({ ...kernel, demangled: null }));
  const warnings = parseDiagnostics(words, (path) => statedPath(path, effects.root));
  return {
    status: 'ok',
    kernels: kernels.sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    warnings: [...warnings, ...calleeWarnings(words)].map((one) => ({
      ...one,
      text: withoutMachine(one.text, effects),
    })),
  };
}

/**
 * Compiles one program of a lab for one target. What the compiler refuses is a result, not an exception. `listed` are
 * the architectures that the compiler says it knows.
 */
export async function buildProgram(
  lab: Lab,
  program: PlannedProgram,
  target: string,
  listed: readonly string[],
  effects: Effects,
): Promise<BuiltProgram> {
  const id = `${program.id}/${target}`;
  const executable = `${buildFolder(lab)}/${program.id}.${target}`;
  const sources = program.sources.map((source) => `${lab.folder}/${source}`);
  const flags = [...program.flags, '-Xptxas', '-v', gencode(target)];
  const list = `${executable}.d`;
  const command = ['nvcc', ...flags, '-MD', '-MF', list, '-o', executable, ...sources];
  const run = (argv: string[]): Promise<ExecResult> =>
    effects.exec(argv, { cwd: effects.root, timeoutSeconds: TIMEOUT_SECONDS, limitBytes: LIMIT });
  const ran = await run(command);
  const result = resultOf(ran, listed.includes(target), effects);
  const isOk = result.status === 'ok';
  const lists: DependencyFile[] = [{ path: list, of: id }];
  // Of several sources the list holds the last one's files alone: the others are asked about in the same words.
  if (isOk && sources.length > 1) {
    for (const [index, source] of sources.entries()) {
      const own = { path: `${executable}.${String(index)}.d`, of: `${id} from ${source}` };
      await run(['nvcc', ...flags, '-M', '-MF', own.path, source]);
      lists.push(own);
    }
  }
  const inputs = await Promise.all(lists.map((one) => readDependencies(lab, one, isOk, effects)));
  return {
    build: { id, program: program.id, targets: [target], variant: 'release', command, result },
    program,
    target,
    executable: isOk ? executable : null,
    inputs: [...new Set([...sources, ...inputs.flat()])],
    seconds: ran.seconds,
  };
}
