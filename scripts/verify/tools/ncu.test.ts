import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../src/evidence/problem.ts';
import { parseCsv } from './csv.ts';
import { ncuCommand, parseNcuDetails, parseNcuRaw, readNcu } from './ncu.ts';
import { readFixture } from './read-fixture.ts';

const RAW = readFixture('ncu-raw.csv');
const RATIO = 'smsp__thread_inst_executed_per_inst_executed.ratio';
const PLACE = { file: 'code/a/plan.json' };

const faultOf = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return problemsOf(error)?.[0];
  }
  throw new Error('nothing was thrown');
};

describe('parseNcuRaw', () => {
  it('reads the launch under its header and units, past what ncu says', () => {
    const launches = parseNcuRaw(RAW) ?? [];
    expect(launches.map(({ id, kernel }) => [id, kernel])).toEqual([['0', 'ladder(int *)']]);
    const named = new Map(launches[0]?.metrics.map(({ name, unit, value }) => [name, [value, unit]]));
    expect(named.get(RATIO)).toEqual([17.98, '']);
    expect(named.get('launch__registers_per_thread')).toEqual([20, 'register/thread']);
    expect(named.get('launch__tpc_enabled')).toEqual(['all', '']);
    expect(named.has('Kernel Name')).toBe(false);
  });

  it('has a launch for each row', () => {
    const row = RAW.trimEnd().split('\n').at(-1) ?? '';
    const twice = `${RAW}${row.replace('"0"', '"1"').replace('"17.98"', '"1,017.98"')}\n==PROF== Disconnected\n`;
    const values = parseNcuRaw(twice)?.map(({ id, metrics }) => [id, metrics.at(-1)?.value]);
    expect(values).toEqual([
      ['0', 17.98],
      ['1', 1017.98],
    ]);
  });

  it('refuses a table without units, and a row of another length', () => {
    const lines = RAW.trimEnd().split('\n');
    expect(() => parseNcuRaw([...lines.slice(0, 4), ...lines.slice(5)].join('\n'))).toThrow(/a row of units/);
    expect(() => parseNcuRaw(`${RAW}"0","1"\n`)).toThrow(/rows of 266 columns/);
  });
});

it('parseNcuDetails reads metrics by section, and no advice', () => {
  const launches = parseNcuDetails(readFixture('ncu-details.csv')) ?? [];
  expect(launches).toHaveLength(1);
  const metrics = launches[0]?.metrics ?? [];
  expect(metrics).toContainEqual({ section: 'Launch Statistics', name: '# SMs', unit: 'SM', value: 132 });
  expect(metrics).toContainEqual({
    section: 'Launch Statistics',
    name: 'Cluster Scheduling Policy',
    unit: '',
    value: 'PolicySpread',
  });
  expect(metrics.every(({ name, section }) => name !== '' && section !== '')).toBe(true);
});

describe('readNcu', () => {
  it('gives what was asked for, in that order', () => {
    expect(readNcu(RAW, [RATIO, 'launch__sm_count'], PLACE)).toEqual({
      status: 'read',
      metrics: [
        { name: RATIO, unit: '', value: 17.98 },
        { name: 'launch__sm_count', unit: 'SM', value: 132 },
      ],
    });
  });

  it('names a metric that the device does not have', () => {
    expect(faultOf(() => readNcu(RAW, ['launch__sm_counts'], PLACE))).toMatchObject({
      place: PLACE,
      cause: 'ncu knows no metric "launch__sm_counts" on this device.',
      expected: expect.stringContaining('"launch__sm_count"') as string,
    });
    const said = `==PROF== Connected\n==ERROR== Failed to find metric ${RATIO}s\n`;
    // RATIO itself is asked for as well, and is not the one that is refused.
    expect(faultOf(() => readNcu(said, ['launch__sm_count', RATIO, `${RATIO}s`], PLACE))).toMatchObject({
      cause: `ncu knows no metric "${RATIO}s" on this device: Failed to find metric ${RATIO}s`,
    });
  });

  it('takes no decimal comma for a number, and no word', () => {
    const decimal = RAW.replace('"17.98"', '"17,98"');
    expect(faultOf(() => readNcu(decimal, [RATIO], PLACE))).toMatchObject({ found: '"17,98"' });
    expect(faultOf(() => readNcu(RAW, ['launch__tpc_enabled'], PLACE))).toMatchObject({ found: '"all"' });
  });

  it.each([
    [
      'not-permitted',
      '==PROF== Connected to process 1\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target device 0.\n',
      /^ERR_NVGPUCTRPERM - The user does not/,
    ],
    [
      'unavailable',
      '==PROF== Connected to process 1\n==WARNING== No kernels were profiled.\n',
      /^No kernels were profiled\.$/,
    ],
    ['unavailable', '==PROF== Connected to process 1\nno table at all\n', /^no table at all$/],
    ['unavailable', '', /^ncu printed nothing$/],
  ])('is %s in the words of ncu', (status, text, said) => {
    expect(readNcu(text, [RATIO], PLACE)).toEqual({ status, said: expect.stringMatching(said) as string });
  });
});

it('the command leaves no default to the version of ncu', () => {
  const request = { kernel: 'k', metrics: ['a', 'b'], executable: 'build/a', args: ['1'], logFile: 'build/a.csv' };
  expect(ncuCommand(request).join(' ')).toBe(
    'ncu --csv --page raw --print-units base --clock-control none --cache-control all --replay-mode kernel ' +
      '--target-processes application-only --kernel-name-base function --kernel-name k --launch-count 1 ' +
      '--metrics a,b --log-file build/a.csv build/a 1',
  );
  expect(ncuCommand({ ...request, skipLaunches: 5 }).join(' ')).toContain(
    ' --kernel-name k --launch-skip 5 --launch-count 1 ',
  );
});

it('parseCsv reads quotes, commas and line ends inside a field', () => {
  expect(parseCsv('"a","b,c"\r\n\r\n1,"say ""so""\nand so"\n"x",\n')).toEqual([
    ['a', 'b,c'],
    ['1', 'say "so"\nand so'],
    ['x', ''],
  ]);
  expect(parseCsv('')).toEqual([]);
});
