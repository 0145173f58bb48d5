import { runCommand } from 'citty';
import { afterEach, expect, it, vi } from 'vitest';
import command from './command.ts';
import { verify } from './verify.ts';

vi.mock('./verify.ts', () => ({ verify: vi.fn() }));
afterEach(() => {
  vi.restoreAllMocks();
});

async function exitWhen(error: Error, signal = new AbortController().signal): Promise<unknown> {
  vi.mocked(verify).mockRejectedValue(error);
  return (await runCommand(command, { rawArgs: ['lab'], data: { signal } })).result;
}

it('a fault of the tool does not look like a gate that failed', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await exitWhen(new TypeError('undefined is not a function'))).toBe(70);
  expect(said.mock.calls.join('')).toMatch(/^lockstep verify failed unexpectedly:\nTypeError: undefined is not/);
});

it('an interruption is no fault', async () => {
  expect(await exitWhen(new Error('aborted'), AbortSignal.abort())).toBe(130);
});
