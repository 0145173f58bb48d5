import { defineCommand } from 'citty';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../../src/evidence/problem.ts';
import type { CommandEntry, Invocation } from './command.ts';
import { runCli } from './run.ts';

const greet = defineCommand({
  meta: { name: 'greet', description: 'say hello' },
  args: {
    name: { type: 'positional', description: 'whom' },
    'how-often': { type: 'string', description: 'how many times' },
    fail: { type: 'enum', options: ['user', 'bug', 'code'], description: 'how to fail' },
  },
  run: ({ args }) => {
    if (args.fail === 'code') return 3;
    if (args.fail === 'bug') throw new TypeError('undefined is not a function');
    if (args.fail !== 'user') return undefined;
    throw new Problem({ place: { file: 'a.json', line: 3 }, cause: 'it is wrong', remedy: 'make it right' });
  },
});

const stop = defineCommand({
  run: ({ data }) => {
    (data as Invocation).signal.throwIfAborted();
  },
});

const COMMANDS: CommandEntry[] = [
  { name: 'greet', summary: 'say hello', load: () => Promise.resolve({ default: greet }) },
  { name: 'stop', summary: 'stop', load: () => Promise.resolve({ default: stop }) },
];

async function run(
  args: string[],
  signal = new AbortController().signal,
): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const code = await runCli(args, COMMANDS, {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    signal,
  });
  return { code, ...said };
}

describe('a right call', () => {
  test('runs, and gives the exit code of the command', async () => {
    expect(await run(['greet', 'you', '--how-often', '2'])).toEqual({ code: 0, out: '', err: '' });
    expect((await run(['greet', 'you', '--fail=code'])).code).toBe(3);
  });

  test('help goes to the output and is no error', async () => {
    const { code, out } = await run(['greet', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('say hello (npx lockstep greet)');
    expect((await run(['--help'])).out).toContain('  greet  say hello\n  stop   stop\n');
  });
});

describe('a wrong call prints the usage, says what was wrong, and ends with 2', () => {
  test.each([
    [['frob'], 'lockstep: unknown command "frob"'],
    [['greet'], 'lockstep greet: Missing required positional argument: NAME'],
    [['greet', 'you', '--how-oftne', '2'], 'lockstep greet: unknown option --how-oftne'],
    [['greet', 'you', '-x'], 'lockstep greet: unknown option -x'],
    [['greet', 'you', 'them'], 'lockstep greet: unexpected argument "them"'],
    [['greet', 'you', '--fail', 'never'], 'lockstep greet: Invalid value for argument: --fail (never)'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/usage/i);
    expect(err.replace(/\u001b\[\d+m/g, '')).toContain(message);
  });

  test('no command at all', async () => {
    const { code, err } = await run([]);
    expect(code).toBe(2);
    expect(err).toContain('Usage: npx lockstep <command>');
  });
});

describe('a command that fails', () => {
  test('for a reason a person can act on prints place, cause and remedy, and no stack', async () => {
    const { code, err } = await run(['greet', 'you', '--fail', 'user']);
    expect(code).toBe(1);
    expect(err).toBe('a.json:3\n  problem   it is wrong\n  to do     make it right');
  });

  test('by a mistake of its own prints a stack', async () => {
    const { code, err } = await run(['greet', 'you', '--fail', 'bug']);
    expect(code).toBe(1);
    expect(err).toMatch(/^lockstep greet failed unexpectedly:\nTypeError: undefined is not a function\n {4}at /);
  });

  test('because of Ctrl-C says nothing', async () => {
    expect(await run(['stop'], AbortSignal.abort())).toEqual({ code: 130, out: '', err: '' });
  });
});
