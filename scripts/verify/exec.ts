import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve as resolvePath } from 'node:path';
import type { Ended } from '../../src/schema/outcome.ts';
import type { ExecOptions, ExecResult, Printed } from './effects.ts';
import { childEnvironment } from './environment.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

/** How long output may still come once a program has ended or was killed: something else may hold its pipes open. */
const GRACE_MS = 1000;

const running = new Set<number>();
let watchdog: Watchdog | null = null;

function begin(group: number): void {
  running.add(group);
  watchdog?.watch(group);
}

function forget(group: number): void {
  running.delete(group);
  watchdog?.forget(group);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group ended in the meantime.
  }
}

/** Kills every process this one started, with all in its group. */
export function killAll(): void {
  for (const group of running) killGroup(group);
}

/** Gathers a stream up to a limit and counts the rest. */
function collector(limitBytes: number): { add: (chunk: Buffer) => void; printed: () => Printed } {
  const chunks: Buffer[] = [];
  let kept = 0;
  let cutBytes = 0;
  return {
    add: (chunk) => {
      const room = Math.max(0, limitBytes - kept);
      const part = chunk.subarray(0, room);
      if (part.length > 0) chunks.push(part);
      kept += part.length;
      cutBytes += chunk.length - part.length;
    },
    printed: () => ({ text: Buffer.concat(chunks).toString('utf8'), cutBytes }),
  };
}

function notStarted(program: string, { code, message }: NodeJS.ErrnoException): Ended {
  const reason = code === 'ENOENT' ? 'command not found' : (code ?? message);
  return { kind: 'not-started', reason: `${program}: ${reason}` };
}

/**
 * A shell that becomes the program once it is told to, and ends when whoever would tell it is gone: a verification that
 * is killed before the watchdog knows of a program has not started it.
 */
const ONCE_TOLD = ['-c', 'read -r _ && exec "$@" </dev/null', 'sh'];

/** Why the system would not start this; null for a program that it would. */
function hindrance(program: string, cwd: string, path: string): NodeJS.ErrnoException | null {
  const folders = program.includes('/') ? [''] : path.split(delimiter);
  const errors = folders.map((folder): NodeJS.ErrnoException | null => {
    const file = resolvePath(cwd, folder, program);
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile() ? null : Object.assign(new Error('no file'), { code: 'EACCES' });
    } catch (error) {
      return error as NodeJS.ErrnoException;
    }
  });
  if (errors.includes(null)) return null;
  return errors.find((one) => one?.code === 'EACCES') ?? Object.assign(new Error('no file'), { code: 'ENOENT' });
}

/**
 * Runs a program in a group of its own and gives how it ended, at the latest a moment after its time limit: what is
 * left of the group is killed when the program ends, at the limit, and when `signal` aborts; whatever still holds its
 * output open after that is not waited for.
 */
export function exec(command: readonly string[], options: ExecOptions, signal: AbortSignal): Promise<ExecResult> {
  signal.throwIfAborted();
  const [program = '', ...rest] = command;
  const started = performance.now();
  const stdout = collector(options.limitBytes);
  const stderr = collector(options.limitBytes);
  const env = childEnvironment(process.env, options.env);
  const hindered = hindrance(program, options.cwd, env['PATH'] ?? '');
  if (hindered !== null) {
    const nothing = { stdout: stdout.printed(), stderr: stderr.printed(), seconds: 0 };
    return Promise.resolve({ ended: notStarted(program, hindered), ...nothing });
  }
  watchdog ??= startWatchdog();
  return new Promise((resolve) => {
    const argv = [...ONCE_TOLD, program, ...rest];
    const child = spawn('sh', argv, { cwd: options.cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    const group = child.pid;
    if (group !== undefined) begin(group);
    // What was killed meanwhile reads nothing.
    child.stdin.on('error', () => undefined);
    child.stdin.end('\n');

    let ended: Ended | null = null;
    let grace: NodeJS.Timeout | undefined;
    const settle = (): void => {
      clearTimeout(limit);
      clearTimeout(grace);
      signal.removeEventListener('abort', stop);
      if (group !== undefined) forget(group);
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      const seconds = Math.round(performance.now() - started) / 1000;
      const how = ended ?? { kind: 'timed-out', afterSeconds: options.timeoutSeconds };
      resolve({ ended: how, stdout: stdout.printed(), stderr: stderr.printed(), seconds });
    };
    const settleSoon = (): void => {
      if (group !== undefined) killGroup(group);
      // The immediate lets output that is already here be read, should this process have been too busy for it.
      grace ??= setTimeout(() => setImmediate(settle), GRACE_MS);
    };
    const stop = (): void => {
      ended ??= { kind: 'timed-out', afterSeconds: options.timeoutSeconds };
      settleSoon();
    };
    const limit = setTimeout(stop, options.timeoutSeconds * 1000);
    signal.addEventListener('abort', stop);

    child.stdout.on('data', stdout.add);
    child.stderr.on('data', stderr.add);
    child.on('error', (error) => {
      ended ??= notStarted(program, error);
      settle();
    });
    child.on('exit', (code, by) => {
      ended ??= by === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal: by };
      settleSoon();
    });
    child.on('close', settle);
  });
}
