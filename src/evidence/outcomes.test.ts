import { expect, it } from 'vitest';
import type { Run } from '../schema/run.ts';
import type { Sanitizer } from '../schema/sanitizer.ts';
import { plainText } from './figure.ts';
import { PLACE, sampleContext } from './fixtures/sample-context.ts';
import { resolveOutcomes } from './outcomes.ts';
import { Problem } from './problem.ts';

const printed = { text: '', bytes: 0, truncated: false } as unknown as Run['stdout'];
const run = (id: string, ended: Run['ended'], cudaError: Run['cudaError'] = null): Run => ({
  id,
  build: null,
  command: [id],
  ended,
  required: null,
  cudaError,
  stdout: printed,
  stderr: printed,
});
const ok = { kind: 'exited', code: 0 } as const;
const sanitizer = (id: string, build: string, more: Partial<Sanitizer>): Sanitizer => ({
  id,
  tool: 'synccheck',
  build,
  target: 'sm_90',
  expected: { kind: 'clean' },
  ended: ok,
  findings: [],
  summaryLine: 'ERROR SUMMARY: 0 errors',
  control: null,
  verdict: 'as-expected',
  said: printed,
  ...more,
});
const finding = (count: number): Sanitizer['findings'][number] => ({
  severity: 'error',
  kind: 'invalid-arguments',
  message: 'm',
  kernel: null,
  file: null,
  line: null,
  count,
});
const illegal: NonNullable<Run['cudaError']> = {
  code: 715,
  name: 'cudaErrorIllegalInstruction',
  text: 'an illegal instruction was encountered',
  call: 'c',
  file: 'f',
  line: 1,
};

function contextWith(runs: Run[], sanitizers: Sanitizer[]): ReturnType<typeof sampleContext> {
  const context = sampleContext();
  const [lab] = Object.values(context.labs);
  const [device] = Object.values(lab?.devices ?? {});
  if (device?.status !== 'read') throw new Error('the sample has no evidence');
  device.evidence.runs = runs;
  device.evidence.sanitizers = sanitizers;
  return context;
}

const CONTEXT = contextWith(
  [
    run('fine', ok),
    run('bad', { kind: 'exited', code: 3 }),
    run('trap', { kind: 'exited', code: 70 }, illegal),
    run('hang', { kind: 'timed-out', afterSeconds: 5 }),
    run('killed', { kind: 'signalled', signal: 'SIGSEGV' }),
    run('left', { kind: 'skipped', reason: 'r' }),
  ],
  [
    sanitizer('clean', 'p/sm_90', {}),
    sanitizer('debug', 'p/sm_90/device-debug', { findings: [finding(32), finding(2)] }),
    sanitizer('unproven', 'p/sm_90', { verdict: 'unproven' }),
    sanitizer('slow', 'p/sm_90', { ended: { kind: 'timed-out', afterSeconds: 12 } }),
  ],
);
const resolve = (rows: { text: string; run: string; sanitizers: string[] }[]): ReturnType<typeof resolveOutcomes> =>
  resolveOutcomes(CONTEXT, { caption: 'c', rows }, PLACE);
const row = (id: string, ...sanitizers: string[]): { text: string; run: string; sanitizers: string[] } => ({
  text: id,
  run: id,
  sanitizers,
});

it.each([
  ['fine', 'ended'],
  ['bad', 'exit status 3'],
  ['trap', 'an illegal instruction was encountered'],
  ['hang', 'stopped after 5 s'],
  ['killed', 'ended by SIGSEGV'],
  ['left', 'not run'],
])('says how the run "%s" ended', (id, text) => {
  expect(resolve([row(id)]).rows.map(({ alone }) => plainText(alone))).toEqual([text]);
});

it('has a column for each tool and build, and tells silence from what was not run or not proven', () => {
  const { columns, rows } = resolve([row('fine', 'clean', 'debug'), row('trap', 'unproven'), row('hang', 'slow')]);
  expect(columns).toEqual(['synccheck, release build', 'synccheck, device-debug build']);
  expect(rows.map(({ said }) => said.map(plainText))).toEqual([
    ['silent', '32 × invalid arguments, 2 × invalid arguments'],
    ['silent, and its control did not fire', 'not run'],
    ['stopped after 12 s', 'not run'],
  ]);
});

it('says which value of the evidence each number is', () => {
  const { rows } = resolve([row('hang', 'debug')]);
  const figures = [...(rows[0]?.alone ?? []), ...(rows[0]?.said[0] ?? [])].flatMap((part) =>
    typeof part === 'string' ? [] : part.of.map((of) => of.split('#')[1]),
  );
  expect(figures).toEqual([
    '/runs/3/ended/afterSeconds',
    '/sanitizers/1/findings/0/count',
    '/sanitizers/1/findings/1/count',
  ]);
});

it('names the nearest run when there is none of that id', () => {
  expect(() => resolve([row('hangs')])).toThrow(Problem);
});
