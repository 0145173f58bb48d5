import { describe, expect, it } from 'vitest';
import { sanitizerFinding } from '../../../src/schema/sanitizer.ts';
import { readFixture } from './read-fixture.ts';
import { FOUND_SOMETHING, readSanitizer, SANITIZER_KINDS, sanitizerCommand } from './sanitizer.ts';
import type { SanitizerFinding, SanitizerOutput } from './sanitizer.ts';
import { kindOf } from './sanitizer-kinds.ts';

type Ended = SanitizerOutput['ended'];
const ENDED: Ended = { kind: 'exited', code: FOUND_SOMETHING };
const run = (output: string, xml: string | null = null, ended: Ended = ENDED): SanitizerOutput => ({
  ended,
  output,
  xml,
  root: '/somewhere/project',
});

const reported = (
  output: string,
  xml: string | null = null,
): { findings: SanitizerFinding[]; summary: string | null } => {
  const report = readSanitizer(run(output, xml));
  if (report.status !== 'reported') throw new Error(`refused: ${report.said}`);
  return { findings: report.findings, summary: report.summaryLine };
};

const CASES = ['racecheck-race_block', 'racecheck-race_tail', 'racecheck-warpsync_tail', 'synccheck-syncthreads_div'];
const recorded = (name: string): [string, string] => [readFixture(`${name}.txt`), readFixture(`${name}.xml`)];

describe('recorded runs', () => {
  it('one error of a race between warps', () => {
    expect(reported(...recorded('racecheck-race_block'))).toEqual({
      summary: 'RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)',
      findings: [
        {
          severity: 'error',
          kind: 'race-error',
          message: 'Race between Write at line 11 and Read at line 11',
          kernel: 'race_block',
          file: 'code/probe/sync.cu',
          line: 11,
          count: 1,
        },
      ],
    });
  });

  it('warnings within a warp, beside an error in the same line', () => {
    const { findings } = reported(...recorded('racecheck-warpsync_tail'));
    expect(findings.map(({ kind, severity, count }) => [kind, severity, count])).toEqual([
      ['race-warning', 'warning', 5],
      ['race-error', 'error', 1],
    ]);
  });

  it('a record for each thread is one finding with a count', () => {
    expect(reported(...recorded('synccheck-syncthreads_div')).findings).toEqual([
      {
        severity: 'error',
        kind: 'divergent-threads-in-warp',
        message: 'Barrier error: Divergent thread(s) in warp',
        kernel: 'syncthreads_div',
        file: 'code/probe/sync.cu',
        line: 8,
        count: 16,
      },
    ]);
  });

  it("the kernel's own line, when the record stands in a header of the toolkit", () => {
    expect(reported(...recorded('synccheck-syncwarp_notself')).findings).toEqual([
      {
        severity: 'error',
        kind: 'invalid-arguments',
        message: 'Barrier error: Invalid arguments',
        kernel: 'syncwarp_notself',
        file: 'code/probe/sync.cu',
        line: 7,
        count: 16,
      },
    ]);
  });

  it.each(CASES)('%s says the same in both forms, but for the folder', (name) => {
    const [text, xml] = recorded(name);
    const saved = reported(text, xml);
    const printed = reported(text);
    expect(printed.findings.map((one) => ({ ...one, file: `code/probe/${one.file ?? ''}` }))).toEqual(saved.findings);
    expect(saved.findings.map((one) => sanitizerFinding.parse(one))).toEqual(saved.findings);
    expect(saved.findings.reduce((sum, { count }) => sum + count, 0)).toBe(
      Number(/\d+/.exec(saved.summary ?? '')?.[0]),
    );
  });
});

/** As the manual of the tool prints them. */
const MANUAL: [string, string, string[]][] = [
  [
    'out-of-bounds-write',
    'Invalid __global__ write of size 4 bytes, Access is out of bounds, and is 33 bytes after the nearest allocation of size 448 bytes',
    [
      'Invalid __global__ write of size 4 bytes',
      '    at oob_write(int *, int)+0xd0 in /somewhere/project/code/a/a.cu:9',
      '    by thread (0,0,0) in block (0,0,0)',
      '    Access at 0x7f241b0001e0 is out of bounds',
      '    and is 33 bytes after the nearest allocation at 0x7f241b000000 of size 448 bytes',
      '    Saved host backtrace up to driver entry point at kernel launch time',
      '        Host Frame: main [0x8eed] in a',
    ],
  ],
  [
    'misaligned',
    'Invalid __shared__ read of size 8 bytes, Address is misaligned',
    [
      'Invalid __shared__ read of size 8 bytes',
      '    at k(int *)+0x10 in a.cu:3',
      '    Address 0x7f3c7ec00001 is misaligned',
    ],
  ],
  [
    'uninitialized-read',
    'Uninitialized __global__ memory read of size 4 bytes, Address',
    [
      'Uninitialized __global__ memory read of size 4 bytes',
      '    at k(int *)+0x70 in a.cu:41',
      '    Address 0x7f3c7ec000fc',
    ],
  ],
  ['leak', 'Leaked 512 bytes', ['Leaked 512 bytes at 0x7f3c7ec00000']],
  [
    'api-error',
    'Program hit cudaErrorLaunchFailure (error 719) due to "unspecified launch failure" on CUDA API call to cudaDeviceSynchronize',
    [
      'Program hit cudaErrorLaunchFailure (error 719) due to "unspecified launch failure" on CUDA API call to cudaDeviceSynchronize.',
    ],
  ],
  ['program-failed', "process didn't terminate successfully", ["Error: process didn't terminate successfully"]],
  ['other', 'A word that nobody has heard', ['A word that nobody has heard', '    at k(int *)+0x10 in a.cu:3']],
];

describe('kinds', () => {
  it.each(MANUAL)('%s', (kind, message, lines) => {
    const output = [...lines, '', 'ERROR SUMMARY: 1 error'].map((line) => `========= ${line}`).join('\n');
    const [finding, ...more] = reported(`the program prints\n${output}\n`).findings;
    expect([finding?.kind, finding?.message, more]).toEqual([kind, message, []]);
    expect(SANITIZER_KINDS).toContain(kind);
  });

  it('an absolute path inside the repository is stated relative to it', () => {
    const output = (MANUAL[0]?.[2] ?? []).map((line) => `========= ${line}`).join('\n');
    expect(reported(output).findings).toMatchObject([{ file: 'code/a/a.cu', line: 9, kernel: 'oob_write' }]);
  });

  it.each([
    ['Barrier error detected. Divergent thread(s) in block', 'divergent-threads-in-block'],
    ['Barrier error detected. Missing wait.', 'other'],
    ['Error: Potential RAW hazard detected at __shared__ 0x0 in block (0, 0, 0)', 'race-error'],
    ['Invalid __global__ atomic of size 4 bytes Access is out of bounds', 'out-of-bounds-atomic'],
    ['Invalid __local__ read of size 4 bytes', 'invalid-read'],
    ['Malloc/Free error encountered : Double free', 'double-free'],
    ['Api: whatever it says', 'api-error'],
    ['Uninitialized barrier', 'other'],
  ])('"%s" is %s', (words, kind) => {
    expect(kindOf(words, 'error')).toBe(kind);
  });

  it('saved words beyond those that are known are kept', () => {
    const xml =
      '<ComputeSanitizerOutput><record><kind>Precise</kind><what><text>Invalid __global__ read of size 4 bytes</text>' +
      '<reason>Access at 0x7f241b0001e0 is out of bounds</reason></what></record><news/></ComputeSanitizerOutput>';
    expect(reported('', xml).findings).toMatchObject([
      { kind: 'out-of-bounds-read', message: 'Invalid __global__ read of size 4 bytes: Access is out of bounds' },
      { kind: 'other', message: 'a record without words', kernel: null, file: null, line: null },
    ]);
  });
});

describe('what keeps a result from counting as clean', () => {
  it('a clean run has a summary and no finding', () => {
    const output = '========= COMPUTE-SANITIZER\nresult 12\n========= ERROR SUMMARY: 0 errors\n';
    expect(reported(output, '<?xml version="1.0"?>\n<ComputeSanitizerOutput/>\n')).toEqual({
      summary: 'ERROR SUMMARY: 0 errors',
      findings: [],
    });
  });

  it('errors that are counted and not listed', () => {
    expect(reported('========= ERROR SUMMARY: 3 errors\n').findings).toEqual([
      {
        severity: 'error',
        kind: 'other',
        message: 'ERROR SUMMARY: 3 errors',
        kernel: null,
        file: null,
        line: null,
        count: 3,
      },
    ]);
  });

  it('no summary: the tool was ended before it counted', () => {
    const [text, xml] = recorded('synccheck-syncthreads_div');
    const cut = run(text.slice(0, 900), xml.slice(0, 900), { kind: 'timed-out', afterSeconds: 5 });
    expect(readSanitizer(cut)).toMatchObject({ status: 'reported', summaryLine: null, findings: [{ count: 3 }] });
  });

  it('a saved file that is cut off although the run ended', () => {
    const [text, xml] = recorded('synccheck-syncthreads_div');
    expect(() => reported(text, xml.slice(0, 900))).toThrow(/output of compute-sanitizer:\d+[\s\S]*the end of <\w+>/);
  });
});

describe('refusals', () => {
  it.each([
    ['device-not-supported', 'Internal Sanitizer Error: Device not supported. Please refer to the documentation'],
    ['no-injection-library', 'Unable to find injection library libsanitizer-collection.so'],
    ['never-used-cuda', 'Target application terminated before first instrumented API call'],
    ['no-connection', 'Error: No attachable process found. compute-sanitizer timed-out.'],
    ['internal-error', 'Internal Sanitizer Error: the tool stumbled'],
  ])('%s', (reason, said) => {
    const output = `========= COMPUTE-SANITIZER\n========= ${said}\n========= ERROR SUMMARY: 0 errors\n`;
    expect(readSanitizer(run(output))).toEqual({ status: 'refused', reason, said });
  });

  it('a tool that is not installed', () => {
    const reason = 'spawn compute-sanitizer ENOENT';
    expect(readSanitizer(run('', null, { kind: 'not-started', reason }))).toEqual({
      status: 'refused',
      reason: 'not-installed',
      said: reason,
    });
  });

  it('a program that prints such words is not the tool', () => {
    expect(reported('Device not supported\n========= ERROR SUMMARY: 0 errors\n').findings).toEqual([]);
  });
});

it('the command leaves no default to the version of the tool, and lets the plan override', () => {
  expect(sanitizerCommand('synccheck', 'build/a', ['17'], ['--print-limit', '5'], 'build/a.xml').join(' ')).toBe(
    'compute-sanitizer --tool synccheck --error-exitcode 86 --require-cuda-init yes --check-exit-code yes ' +
      '--print-limit 0 --print-level warn --demangle full --strip-paths no --show-backtrace device ' +
      '--xml --save build/a.xml --print-limit 5 build/a 17',
  );
});
