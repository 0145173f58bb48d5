/**
 * Tools that answer as they were recorded, as real programs: for tests of how a verification is ended from outside.
 * Linux and macOS: a shell script stands for every tool and for every program that the compiler makes.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { plan as planSchema } from '../../../src/schema/plan.ts';
import type { Recording } from './recording.ts';

const fixture = join(import.meta.dirname, '../fixtures/sample');

/** Seconds that a tool takes, of each second that it was recorded to take. */
const PACE = 0.01;
/** Seconds after which a program that hangs is stopped. It would go on for a minute: what is left of it can be seen. */
const HANG_LIMIT = 0.15;

export interface FakeMachine {
  /** A repository with labs of these names, all of them the recorded one. */
  root: string;
  /** What a verification needs in its environment. */
  env: NodeJS.ProcessEnv;
  /** Ids of every process that stood for a tool or a program. */
  started: () => number[];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The recorded answers as they would be had the lab another name, in a repository at this path. */
function renamed(recording: string, lab: string, root: string): Recording {
  const text = recording
    .replaceAll('/repository', root)
    .replaceAll('code/sample', `code/${lab}`)
    .replaceAll('build/verify/sample/', `build/verify/${lab}/`);
  return JSON.parse(text) as Recording;
}

/** What answers one command, in shell: a moment passes, files are written, and it prints and ends as recorded. */
function answerTo({ argv, result }: Recording['execs'][number], recording: Recording, store: string): string[] {
  const after = (option: string): string => argv[argv.indexOf(option) + 1] ?? '';
  const kept = (name: string, text: string): string => {
    writeFileSync(`${store}.${name}`, text);
    return quoted(`${store}.${name}`);
  };
  const lines = [`sleep ${(result.seconds * PACE).toFixed(3)}`];
  if (argv.includes('-MF')) lines.push(`cat ${kept('d', recording.files[after('-MF')] ?? '')} >${after('-MF')}`);
  if (argv.includes('-o')) lines.push(`cp "$0" ${after('-o')}`);
  if (argv.includes('-xelf')) {
    const [, names = []] =
      Object.entries(recording.folders).find(([path]) => path.endsWith(`${after('all').slice(2)}.elf`)) ?? [];
    lines.push(...names.map((name) => `: >${name}`));
  }
  const report = /^(build\/verify\/[^/]+)\/[^/]+\.sm_\d+$/.exec(argv[0] ?? '')?.[1];
  if (report !== undefined) {
    lines.push(`cat ${kept('report', recording.files[`${report}/${argv[1] ?? ''}.report`] ?? '')} >"$LOCKSTEP_REPORT"`);
  }
  lines.push(`cat ${kept('out', result.stdout.text)}`, `cat ${kept('err', result.stderr.text)} >&2`);
  if (result.ended.kind === 'timed-out') return [...lines, 'exec sleep 60'];
  return [...lines, `exit ${String(result.ended.kind === 'exited' ? result.ended.code : 1)}`];
}

/** Makes a repository with these labs in an empty folder, and beside it the tools. */
export function fakeMachine(folder: string, labs: readonly string[]): FakeMachine {
  const root = join(folder, 'repository');
  const bin = join(folder, 'bin');
  const pids = join(folder, 'pids');
  mkdirSync(join(folder, 'answers'), { recursive: true });
  mkdirSync(bin, { recursive: true });
  const cases = new Map<string, string[]>();
  const recorded = readFileSync(join(fixture, 'recording.json'), 'utf8');
  for (const lab of labs) {
    cpSync(join(fixture, 'code/sample'), join(root, 'code', lab), { recursive: true });
    const planFile = join(root, 'code', lab, 'plan.json');
    const plan = JSON.parse(readFileSync(planFile, 'utf8')) as z.input<typeof planSchema>;
    for (const run of plan.runs) if (run.ends?.kind === 'timed-out') run.timeoutSeconds = HANG_LIMIT;
    writeFileSync(planFile, JSON.stringify(plan));
    const recording = renamed(recorded, lab, root);
    for (const one of recording.execs) {
      const store = join(folder, 'answers', String(cases.size));
      const command = one.argv.join(' ');
      if (!cases.has(command)) cases.set(command, answerTo(one, recording, store));
    }
  }
  const branches = [...cases].flatMap(([command, lines]) => [`${quoted(command)})`, ...lines, ';;']);
  const script = [
    '#!/bin/sh',
    `echo $$ >>${quoted(pids)}`,
    `case "\${0#${bin}/} $*" in`,
    ...branches.map((line) => line.replace(/^'(\S+)'\)$/, `'$1 ')`)),
    '*) echo "nothing was recorded of: $0 $*" >&2; exit 99 ;;',
    'esac',
  ].join('\n');
  const names = [...cases.keys()].map((command) => command.split(' ')[0] ?? '').filter((name) => !name.includes('/'));
  for (const name of new Set(names)) {
    writeFileSync(join(bin, name), `${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    root,
    env: { ...process.env, PATH: `${bin}:/usr/bin:/bin` },
    started: () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []),
  };
}
