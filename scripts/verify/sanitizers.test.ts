import { beforeEach, describe, expect, it } from 'vitest';
import { sanitizerCommand } from './tools/sanitizer.ts';
import { readFixture } from './tools/read-fixture.ts';
import { EVIDENCE, evidenceIn, Sample, SESSION } from './testing/sample.ts';

const CLEAN = '========= COMPUTE-SANITIZER\n========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n';
const BASE = { tool: 'racecheck' as const, program: 'sample', description: 'a test' };
type Planned = NonNullable<Sample['plan']['sanitizers']>[number];
const RACE: Planned = { ...BASE, id: 'race', arguments: ['race'], expected: { kind: 'finding', of: 'race-error' } };
const QUIET: Planned = { ...BASE, id: 'quiet', arguments: ['quiet'], expected: { kind: 'clean' } };

let sample: Sample;
beforeEach(() => {
  sample = new Sample();
});

type Answer = Parameters<Sample['answer']>[1];

function command(id: string, lab = 'sample', target = 'sm_90'): string {
  const folder = `build/verify/${lab}`;
  return sanitizerCommand('racecheck', `${folder}/sample.${target}`, [id], [], `${folder}/${id}.sanitizer.xml`).join(
    ' ',
  );
}

/** A race was found, as it was recorded. */
function race(id: string, lab = 'sample'): void {
  sample.answer(command(id, lab), {
    ended: { kind: 'exited', code: 86 },
    stdout: readFixture('racecheck-race_block.txt'),
  });
  sample.recording.files[`build/verify/${lab}/${id}.sanitizer.xml`] = readFixture('racecheck-race_block.xml');
}

/** A lab of controls beside the sample, whose race is found. */
function controlsOfTheirOwn(): void {
  sample.files['code/controls/plan.json'] = JSON.stringify({ ...sample.plan, sanitizers: [RACE] });
  sample.files['code/controls/sample.cu'] = '\n';
  const build = 'build/verify/controls/sample.sm_90';
  sample.answer(
    `nvcc -std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_90,code=sm_90 -MD -MF ${build}.d -o ${build} code/controls/sample.cu`,
  );
  sample.recording.files[`${build}.d`] = 'x : code/controls/sample.cu\n';
  race('race', 'controls');
}

const quiet = (answer: Answer = { stdout: CLEAN }): void => {
  sample.answer(command('quiet'), answer);
};

describe('a clean result', () => {
  it('counts beside a control of its own lab that fired', async () => {
    sample.plan.controls = 'sample';
    sample.plan.sanitizers = [QUIET, RACE];
    quiet();
    race('race');
    const { exit, written, commands, environments } = await sample.verify();
    const { sanitizers } = evidenceIn({ written });
    expect(exit).toBe(0);
    expect(sanitizers.map(({ id, verdict, control }) => [id, verdict, control])).toEqual([
      ['quiet', 'as-expected', { lab: 'sample', sanitizer: 'race', session: SESSION, fired: true }],
      ['race', 'as-expected', null],
    ]);
    expect(sanitizers[1]?.findings[0]).toMatchObject({ kind: 'race-error', kernel: 'race_block', line: 11 });
    expect(commands.filter((one) => one.startsWith('compute-sanitizer --tool'))).toHaveLength(2);
    expect(environments.get(command('quiet'))?.['LOCKSTEP_REPORT']).toMatch(/quiet\.sanitizer\.report$/);
  });

  it('is unproven beside one that did not, and where no control is named, and the verdict says so', async () => {
    sample.plan.controls = 'sample';
    sample.plan.sanitizers = [QUIET, RACE];
    quiet();
    sample.answer(command('race'), { stdout: CLEAN });
    const silent = await sample.verify();
    expect(silent.exit).toBe(1);
    expect(evidenceIn(silent).sanitizers.map(({ verdict }) => verdict)).toEqual(['unproven', 'unexpected']);
    delete sample.plan.controls;
    sample.plan.sanitizers = [QUIET];
    const alone = await sample.verify();
    expect(alone.exit).toBe(0);
    expect(evidenceIn(alone).sanitizers[0]).toMatchObject({ verdict: 'unproven', control: null });
    expect(alone.log.at(-1)).toBe('  sanitizers unproven: quiet');
  });

  it('counts beside a control of another lab, which runs once in a session', async () => {
    controlsOfTheirOwn();
    sample.plan.controls = 'controls';
    sample.plan.sanitizers = [QUIET, { ...QUIET, id: 'silent', expected: { kind: 'silence', reason: 'known' } }];
    quiet();
    const xml = 'build/verify/sample/silent.sanitizer.xml';
    sample.answer(sanitizerCommand('racecheck', 'build/verify/sample/sample.sm_90', ['quiet'], [], xml).join(' '), {
      stdout: CLEAN,
    });
    const verified = await sample.verify();
    const { sanitizers, inputs } = evidenceIn(verified);
    expect(sanitizers.map(({ verdict, control }) => [verdict, control?.lab, control?.fired])).toEqual([
      ['as-expected', 'controls', true],
      ['as-expected', 'controls', true],
    ]);
    expect(inputs.map(({ path, role }) => [path, role])).toEqual([
      ['code/controls/plan.json', 'control'],
      ['code/controls/sample.cu', 'control'],
      ['code/sample/plan.json', 'plan'],
      ['code/sample/sample.cu', 'source'],
    ]);
    sample.files[EVIDENCE] = verified.written.get(EVIDENCE) ?? '';
    expect((await sample.verify()).written.size).toBe(0);
    sample.files['code/controls/sample.cu'] = '// another\n';
    expect((await sample.verify()).written.size).toBe(1);
  });

  it('is refused when a file of the controls changes meanwhile', async () => {
    controlsOfTheirOwn();
    sample.plan.controls = 'controls';
    sample.plan.sanitizers = [QUIET];
    quiet();
    const verified = await sample.verify({}, {}, (command_) => {
      if (command_ === command('race', 'controls')) sample.files['code/controls/sample.cu'] = '// edited\n';
    });
    expect([verified.exit, verified.written.size]).toEqual([4, 0]);
    expect(verified.log.at(-1)).toContain('changed: code/controls/sample.cu');
  });

  it.each<[string, Partial<Planned>]>([
    ['with another option', { options: ['--racecheck-report', 'hazard'] }],
    ['of another variant', { variant: 'device-debug' }],
  ])('is unproven beside a control %s', async (_, other) => {
    sample.plan.controls = 'sample';
    const [program] = sample.plan.programs;
    if (program !== undefined) program.variants = ['device-debug'];
    const debug = 'build/verify/sample/sample.sm_90.device-debug';
    sample.answer(
      `nvcc -std=c++17 -G -Xptxas -v -gencode=arch=compute_90,code=sm_90 -MD -MF ${debug}.d -o ${debug} code/sample/sample.cu`,
    );
    sample.recording.files[`${debug}.d`] = 'x : code/sample/sample.cu\n';
    sample.plan.sanitizers = [QUIET, { ...RACE, ...other }];
    quiet();
    const executable = other.variant === undefined ? 'build/verify/sample/sample.sm_90' : debug;
    const xml = 'build/verify/sample/race.sanitizer.xml';
    sample.answer(sanitizerCommand('racecheck', executable, ['race'], other.options ?? [], xml).join(' '), {
      ended: { kind: 'exited', code: 86 },
      stdout: readFixture('racecheck-race_block.txt'),
    });
    sample.recording.files[xml] = readFixture('racecheck-race_block.xml');
    const { sanitizers } = evidenceIn(await sample.verify());
    expect(sanitizers.map(({ verdict, control }) => [verdict, control])).toEqual([
      ['unproven', null],
      ['as-expected', null],
    ]);
  });

  it('needs a lab of controls that is there', async () => {
    sample.plan.controls = 'nowhere';
    sample.plan.sanitizers = [QUIET];
    quiet();
    const { exit, log } = await sample.verify();
    expect(exit).toBe(4);
    expect(log.at(-1)).toMatchInlineSnapshot(`
      "code/sample/plan.json
        problem   The plan says that the lab "nowhere" shows whether the sanitizers can fire, and there is no such lab.
        expected  one of: sample
        found     nowhere
        to do     Name the lab of the controls as its folder is named, or take "controls" out of the plan."
    `);
  });
});

describe('a tool', () => {
  beforeEach(() => {
    sample.plan.sanitizers = [QUIET];
  });

  it.each<[string, Answer, string]>([
    [
      'that is not there',
      { ended: { kind: 'not-started', reason: 'compute-sanitizer: command not found' } },
      'compute-sanitizer: command not found',
    ],
    [
      'that refuses the device',
      { stdout: '========= Error: Device not supported. Please refer to the "Supported Devices" section\n' },
      'Error: Device not supported. Please refer to the "Supported Devices" section',
    ],
  ])('%s is unavailable, in its own words', async (_, answer, reason) => {
    quiet(answer);
    const verified = await sample.verify();
    expect(verified.exit).toBe(0);
    expect(evidenceIn(verified).sanitizers[0]).toMatchObject({ verdict: 'unavailable', ended: { reason } });
    expect(verified.log.at(-1)).toBe('  sanitizers unavailable: quiet');
  });

  it.each<[string, Answer]>([
    [
      'finds what is not there',
      { ended: { kind: 'exited', code: 86 }, stdout: readFixture('racecheck-race_block.txt') },
    ],
    ['is stopped at its time limit', { ended: { kind: 'timed-out', afterSeconds: 120 } }],
    [
      'watches a program that never used CUDA',
      {
        ended: { kind: 'exited', code: 1 },
        stdout: '========= Error: Target application terminated before first instrumented API call\n',
      },
    ],
  ])('that %s fails the verification', async (_, answer) => {
    quiet(answer);
    const verified = await sample.verify();
    expect(verified.exit).toBe(1);
    expect(verified.log.at(-1)).toBe('  failed: sanitizer quiet is unexpected');
  });
});
