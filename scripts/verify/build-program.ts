import type { Build, BuildResult } from '../../src/schema/build.ts';
import type { PlannedProgram } from '../../src/schema/plan.ts';
import type { Effects, ExecResult } from './effects.ts';
import type { Lab } from './lab.ts';
import { statedPath, withoutRoot } from './paths.ts';
import {
  isUnsupportedTarget,
  parseDiagnostics,
  parseMakeDependencies,
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
function said({ stdout, stderr }: ExecResult, root: string): { text: string; cutBytes: number } {
  const text = withoutRoot(withoutVolatile(`${stdout.text}${stderr.text}`), root);
  const kept = text.slice(0, SAID_LIMIT);
  return { text: kept, cutBytes: stdout.cutBytes + stderr.cutBytes + (text.length - kept.length) };
}

function resultOf(ran: ExecResult, effects: Effects): BuildResult {
  const words = ran.stderr.text + ran.stdout.text;
  if (isUnsupportedTarget(words)) return { status: 'unsupported-by-toolchain', said: said(ran, effects.root) };
  if (ran.ended.kind !== 'exited' || ran.ended.code !== 0)
    return { status: 'failed', ended: ran.ended, said: said(ran, effects.root) };
  const kernels = parsePtxasInfo(words).map((kernel) => ({ ...kernel, demangled: null }));
  const warnings = parseDiagnostics(words, (path) => statedPath(path, effects.root));
  return { status: 'ok', kernels: kernels.sort((a, b) => (a.symbol < b.symbol ? -1 : 1)), warnings };
}

/** Compiles one program of a lab for one target. What the compiler refuses is a result, not an exception. */
export async function buildProgram(
  lab: Lab,
  program: PlannedProgram,
  target: string,
  effects: Effects,
): Promise<BuiltProgram> {
  const id = `${program.id}/${target}`;
  const executable = `${buildFolder(lab)}/${program.id}.${target}`;
  const command = [
    'nvcc',
    ...program.flags,
    '-Xptxas',
    '-v',
    gencode(target),
    '-o',
    executable,
    ...program.sources.map((source) => `${lab.folder}/${source}`),
  ];
  const ran = await effects.exec(command, { cwd: effects.root, timeoutSeconds: TIMEOUT_SECONDS, limitBytes: LIMIT });
  const result = resultOf(ran, effects);
  return {
    build: { id, program: program.id, targets: [target], variant: 'release', command, result },
    program,
    target,
    executable: result.status === 'ok' ? executable : null,
    seconds: ran.seconds,
  };
}

/**
 * Files of the repository that a program is compiled from: its sources and every header they include. Null when the
 * preprocessor fails; the build then says why.
 */
export async function dependencies(lab: Lab, program: PlannedProgram, effects: Effects): Promise<string[] | null> {
  const found = new Set<string>();
  for (const source of program.sources) {
    const command = [
      'nvcc',
      ...program.flags.filter((flag) => /^-(std|I|D|U)/.test(flag)),
      '-MM',
      `${lab.folder}/${source}`,
    ];
    const ran = await effects.exec(command, { cwd: effects.root, timeoutSeconds: TIMEOUT_SECONDS, limitBytes: LIMIT });
    if (ran.ended.kind !== 'exited' || ran.ended.code !== 0) return null;
    for (const path of parseMakeDependencies(ran.stdout.text)) {
      const stated = statedPath(path, effects.root);
      if (!stated.startsWith('<toolkit>')) found.add(stated);
    }
  }
  return [...found];
}
