/** The recorded lab `sample`, with a plan that asks for more and answers that a test makes up. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { evidence as evidenceSchema, type Evidence } from '../../../src/schema/evidence.ts';
import type { plan as planSchema } from '../../../src/schema/plan.ts';
import type { Effects, ExecResult } from '../effects.ts';
import { verify, type VerifyOptions } from '../verify.ts';
import { replayingEffects, type Recording } from './recording.ts';

type PlanInput = z.input<typeof planSchema>;

const fixture = join(import.meta.dirname, '../fixtures/sample');
const textOf = (path: string): string => readFileSync(join(fixture, path), 'utf8');

export const SESSION = '2026-01-31T12:00:00.000Z';
export const EVIDENCE = `code/sample/evidence/${(JSON.parse(textOf('golden.json')) as Evidence).deviceSlug}.json`;

/** Words of a command: no word of these tests has a space in it. */
const words = (command: string): string[] => command.split(' ');

export interface Verification {
  exit: number;
  log: string[];
  /** Commands in their order. */
  commands: string[];
  environments: Map<string, Readonly<Record<string, string>> | undefined>;
  /** Evidence, by path. */
  written: Map<string, string>;
  /** Other files that it wrote, by path. */
  wrote: Map<string, string>;
}

export class Sample {
  readonly recording = JSON.parse(textOf('recording.json')) as Recording;
  readonly plan = JSON.parse(textOf('code/sample/plan.json')) as PlanInput;
  /** Files of the repository that are not on the disk, by path. */
  readonly files: Record<string, string> = {};

  /** What a command answers, beside what was recorded. */
  answer(command: string, result: Partial<{ ended: ExecResult['ended']; stdout: string; stderr: string }> = {}): void {
    const { ended = { kind: 'exited', code: 0 }, stdout = '', stderr = '' } = result;
    const printed = (text: string): ExecResult['stdout'] => ({ text, cutBytes: 0 });
    const answered = { ended, stdout: printed(stdout), stderr: printed(stderr), seconds: 0 };
    this.recording.execs.push({ argv: words(command), result: answered });
  }

  /** The recorded answer to the command that begins so, for a test to change. */
  recorded(start: string): ExecResult {
    const found = this.recording.execs.find(({ argv }) => argv.join(' ').startsWith(start));
    if (found === undefined) throw new Error(`the recording holds no answer to: ${start}`);
    return found.result;
  }

  /** `outside` are files by the path that a caller names them with; `watch` is told each command before its answer. */
  async verify(
    options: Partial<VerifyOptions> = {},
    outside: Record<string, string> = {},
    watch?: (command: string) => void,
  ): Promise<Verification> {
    this.files['code/sample/plan.json'] = JSON.stringify(this.plan);
    const disk: Pick<Effects, 'readFile' | 'listFolder'> = {
      readFile: (path) => {
        const text = this.files[path] ?? (existsSync(join(fixture, path)) ? textOf(path) : null);
        return Promise.resolve(text === null ? null : new TextEncoder().encode(text));
      },
      listFolder: (path) => {
        const inside = Object.keys(this.files)
          .filter((one) => one.startsWith(`${path}/`))
          .map((one) => one.slice(path.length + 1).split('/')[0] ?? '');
        const onDisk = existsSync(join(fixture, path)) ? readdirSync(join(fixture, path)) : [];
        return Promise.resolve([...new Set([...onDisk, ...inside])].sort());
      },
    };
    const { effects, log, written } = replayingEffects(this.recording, disk);
    const commands: string[] = [];
    const wrote = new Map<string, string>();
    const writeFile: Effects['writeFile'] = (path, text) =>
      Promise.resolve(void wrote.set(path, typeof text === 'string' ? text : new TextDecoder().decode(text)));
    const environments: Verification['environments'] = new Map();
    const exec: Effects['exec'] = (argv, execOptions) => {
      commands.push(argv.join(' '));
      watch?.(argv.join(' '));
      environments.set(argv.join(' '), execOptions.env);
      return effects.exec(argv, execOptions);
    };
    const identity = { version: '0.0.0', argv: ['verify'], session: SESSION };
    const exit = await verify({ labs: ['sample'], list: false, ...options }, identity, {
      ...effects,
      exec,
      writeFile,
      readCallersFile: (path) => Promise.resolve(outside[path] ?? null),
    });
    return { exit, log, commands, environments, written, wrote };
  }
}

/** The evidence that was written, after it was read as any reader reads it. */
export function evidenceIn({ written }: Pick<Verification, 'written'>, file = EVIDENCE): Evidence {
  return evidenceSchema.parse(JSON.parse(written.get(file) ?? 'null'));
}
