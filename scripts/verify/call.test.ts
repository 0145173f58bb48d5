import { runCommand } from 'citty';
import { beforeEach, expect, it, vi } from 'vitest';
import command from './command.ts';
import { verify } from './verify.ts';

vi.mock('./verify.ts', () => ({ verify: vi.fn(() => Promise.resolve(0)) }));
beforeEach(() => {
  vi.mocked(verify).mockClear();
});

const call = (...rawArgs: string[]): Promise<unknown> =>
  runCommand(command, { rawArgs, data: { signal: new AbortController().signal } });

it('takes labs with and without --lab, several files, and parts with commas', async () => {
  await call('a', '--lab', 'b', '--lab=c', '--against', 'x.json', '--against', 'y.json', '--only', 'run,sass');
  const [options, identity] = vi.mocked(verify).mock.calls[0] ?? [];
  expect(options).toMatchObject({ labs: ['a', 'b', 'c'], against: ['x.json', 'y.json'], only: ['run', 'sass'] });
  expect(identity?.argv).toEqual(['verify', 'a', 'b', 'c']);
});

it('hands on the key as an absolute path, and records nothing of it', async () => {
  await call('--sign', 'keys/mine', '--force');
  const [options, identity] = vi.mocked(verify).mock.calls[0] ?? [];
  expect(options?.sign).toMatch(/^\/.*\/keys\/mine$/);
  expect(identity?.argv).toEqual(['verify', '--force']);
});

it.each([['--only'], ['--sign='], ['--against'], ['--lab', '--json'], ['--only', 'run,,sass']])(
  'an option without its value is a wrong call: %s %s',
  async (...args) => {
    await expect(call(...args)).rejects.toThrow(/needs a value/);
    expect(verify).not.toHaveBeenCalled();
  },
);
