import { beforeEach, describe, expect, it } from 'vitest';
import { EVIDENCE, Sample, type Verification } from './testing/sample.ts';

let sample: Sample;
beforeEach(() => {
  sample = new Sample();
});

const compiled = ({ commands }: Verification): string[] => commands.filter((one) => one.includes('-gencode'));
const ran = ({ commands }: Verification): string[] => commands.filter((one) => one.startsWith('build/verify/sample/'));
const problem = ({ log }: Verification): string => log.at(-1) ?? '';

describe('--only', () => {
  it('one run: builds what the device runs, runs that alone, judges its gates, and writes nothing', async () => {
    const tried = await sample.verify({ only: ['rotate'] });
    expect([tried.exit, tried.written.size, compiled(tried).length]).toEqual([0, 0, 1]);
    expect(ran(tried)).toEqual(['build/verify/sample/sample.sm_90 rotate']);
    expect(tried.log.slice(-2)).toEqual([
      'sample: only rotate, 1 of 1 gates hold',
      '  nothing written: evidence is of the whole lab, and this was a part',
    ]);
  });

  it('sass: lists every target and runs nothing', async () => {
    const tried = await sample.verify({ only: ['sass'], json: true });
    expect([ran(tried), compiled(tried).length]).toEqual([[], 3]);
    const [lab] = (JSON.parse(problem(tried)) as { labs: object[] }).labs;
    expect(lab).toEqual({
      ...{ lab: 'sample', status: 'tried', exit: 0, only: ['sass'] },
      ...{ gates: { held: 5, all: 5 }, sanitizers: {}, failures: [] },
    });
  });

  it('a gate that does not hold is the exit status', async () => {
    sample.recorded('build/verify/sample/sample.sm_90 rotate').ended = { kind: 'exited', code: 9 };
    const tried = await sample.verify({ only: ['run'] });
    expect([tried.exit, tried.written.size]).toEqual([1, 0]);
    expect(problem(tried)).toBe('  failed: run rotate did not end as the plan says');
  });

  it('is no skipping: what is unchanged is tried', async () => {
    const { written } = await sample.verify();
    sample.files[EVIDENCE] = written.get(EVIDENCE) ?? '';
    expect(ran(await sample.verify({ only: ['rotate'] }))).toHaveLength(1);
  });

  it('with --dry-run prints the commands of the parts', async () => {
    const { log, commands } = await sample.verify({ only: ['rotate'], dryRun: true });
    expect([commands, log.at(-1), log.length]).toEqual([[], 'build/verify/sample/sample.DEVICE_TARGET rotate', 3]);
  });

  it('says where there is none of a part', async () => {
    const tried = await sample.verify({ only: ['profile'] });
    expect([tried.exit, tried.commands, tried.log]).toEqual([
      0,
      [],
      ['No lab that was named has such a part.', '', 'not tried: sample'],
    ]);
  });

  it('refuses what is no part', async () => {
    const refused = await sample.verify({ only: ['run', 'rotat'] });
    expect([refused.exit, refused.commands]).toEqual([2, []]);
    expect(problem(refused)).toMatchInlineSnapshot(`
      "code/sample/plan.json
        problem   There is no part "rotat".
        expected  one of: build, run, sanitize, transcript, model, profile, sass; or the id of one step: hang, rotate, trap
        found     rotat
        to do     Name parts as they are listed here, several with commas and no spaces: --only build,sass"
    `);
  });

  it('refuses to sign and to compare what it does not write', async () => {
    const refused = await sample.verify({ only: ['run'], sign: '/keys/mine', against: ['old.json'] });
    expect([refused.exit, refused.commands]).toEqual([2, []]);
    expect(problem(refused)).toMatchInlineSnapshot(`
      "--only
        problem   With --only nothing is written, so there is no evidence to sign or to compare.
        expected  --only, or --sign and --against
        found     --only with --sign and --against
        to do     Leave one of them out."
    `);
  });
});

describe('--against', () => {
  it('prints what changed, and the exit status does not depend on it', async () => {
    const { written } = await sample.verify();
    const text = written.get(EVIDENCE) ?? '';
    const { exit, log } = await sample.verify({ against: ['old.json'], json: true }, { 'old.json': text });
    expect([exit, log.includes('sample against old.json')]).toEqual([0, true]);
    expect(log.at(-2)).toMatch(/The same, but for noise\.$/);
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ against: [{ file: 'old.json', lab: 'sample', same: true }] });
    sample.plan.title = 'Another title';
    const changed = await sample.verify({ against: ['old.json'] }, { 'old.json': text });
    expect([changed.exit, changed.log.at(-1)?.endsWith('They differ.')]).toEqual([0, true]);
  });

  it('a file that is not there, of another lab or damaged stops before anything is run', async () => {
    const { written } = await sample.verify();
    const text = written.get(EVIDENCE) ?? '';
    const missing = await sample.verify({ against: ['old.json'] });
    const damaged = await sample.verify(
      { against: ['old.json'] },
      { 'old.json': text.replace('"sample"', '"simple"') },
    );
    expect([missing.exit, missing.commands, damaged.exit, damaged.commands]).toEqual([2, [], 2, []]);
    expect(problem(missing)).toMatch(/^old\.json\n {2}problem {3}There is no such file\./);
    expect(problem(damaged)).toMatch(/problem {3}The evidence was changed after it was written/);
  });
});

describe('--json has a last line', () => {
  it.each([
    ['where there is no such lab', { labs: ['none'] }, { labs: [{ lab: 'none', exit: 2 }], exit: 2, problem: null }],
    ['where there is no such part', { only: ['none'] }, { labs: [], exit: 2, notTried: ['sample'] }],
    ['where only names are asked for', { list: true }, { known: ['sample'], exit: 0 }],
    ['where only commands are', { dryRun: true }, { commands: { sample: [] as string[] }, exit: 0 }],
  ])('%s', async (_, options, expected) => {
    const { log } = await sample.verify({ ...options, json: true });
    const { commands, ...said } = JSON.parse(log.at(-1) ?? '') as Record<string, unknown>;
    const { commands: wanted, ...rest } = expected as Record<string, unknown>;
    expect(said).toMatchObject(rest);
    expect(Object.keys(commands ?? {})).toEqual(Object.keys(wanted ?? {}));
  });
});
