import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { evidenceIn, Sample, type Verification } from './testing/sample.ts';

const FILE = 'code/sample/sample.cu';
const source = readFileSync(join(import.meta.dirname, 'fixtures/sample', FILE), 'utf8');

let sample: Sample;
beforeEach(() => {
  sample = new Sample();
});

/** Verifies the sample with another line where its source has the check beside `rotate`, in line 8. */
async function verifyWith(line: string): Promise<Verification> {
  sample.files[FILE] = source.replace(/^\/\/ SASS: .*$/m, line);
  return sample.verify();
}

/** Ids of checks beside kernels, with what they got. */
const patterns = (verified: Verification): [string, unknown][] =>
  evidenceIn(verified).checks.flatMap(({ id, origin, result }): [string, unknown][] =>
    origin.kind === 'sass-pattern' ? [[id, 'got' in result ? result.got : result.reason]] : [],
  );

const HOLDS = [
  ['sass/sample/rotate/1/sm_80', 'holds'],
  ['sass/sample/rotate/1/sm_90', 'holds'],
  ['sass/sample/outside_mask/1/sm_90', 'holds'],
];

describe('a check beside a kernel is a gate', () => {
  it('for each target that was built and that it is for', async () => {
    const verified = await sample.verify();
    expect(verified.exit).toBe(0);
    expect(patterns(verified).sort()).toEqual([...HOLDS].sort());
    expect(evidenceIn(verified).checks.find(({ id }) => id === 'sass/sample/outside_mask/1/sm_90')).toEqual({
      id: 'sass/sample/outside_mask/1/sm_90',
      kind: 'gate',
      description: 'machine code of outside_mask for sm_90: BSSY [b], _ ; WARPSYNC ; BSYNC [b] ; !BAR',
      origin: {
        kind: 'sass-pattern',
        build: 'sample/sm_90',
        kernel: 'outside_mask',
        target: 'sm_90',
        file: FILE,
        line: 12,
        text: 'BSSY [b], _ ; WARPSYNC ; BSYNC [b] ; !BAR',
      },
      result: { status: 'judged', expected: 'holds', got: 'holds', tolerance: 0, holds: true },
    });
  });

  it('that fails where the machine code of a target is other', async () => {
    const verified = await verifyWith('// SASS: SHFL.IDX ; SHF.L.U32');
    expect(verified.exit).toBe(1);
    expect(verified.log.slice(-3)).toEqual([
      'sample: failed, 5 of 6 gates hold',
      expect.stringContaining('wrote') as string,
      '  failed: gate sass/sample/rotate/1/sm_80 does not hold: expected holds, got item 2, "SHF.L.U32": none after ' +
        'SHFL.IDX PT, R0, R0, R5, 0x1f at 0x0080',
    ]);
    expect(patterns(verified).map(([id, got]) => [id, String(got).slice(0, 6)])).toContainEqual([
      'sass/sample/rotate/1/sm_90',
      'holds',
    ]);
  });

  it('also for a kernel whose listing is not kept, and in a header of the lab', async () => {
    const header = 'code/sample/more.cuh';
    sample.files[header] = '// SASS: LDG ; BRA\n// SASS sm_90: !SHFL\n__global__ void endless(volatile int* values);\n';
    for (const path of Object.keys(sample.recording.files).filter((one) => one.endsWith('.d'))) {
      sample.recording.files[path] = `x : ${FILE} ${header} code/common/report.cuh\n`;
    }
    sample.files['code/common/report.cuh'] = '// SASS: HARNESS is not read\n';
    expect(patterns(await sample.verify())).toEqual([
      ['sass/sample/endless/1/sm_80', 'holds'],
      ['sass/sample/endless/1/sm_90', 'holds'],
      ['sass/sample/endless/2/sm_90', 'holds'],
      ...HOLDS,
    ]);
  });

  it('that was not reported where the machine code could not be listed', async () => {
    Object.assign(sample.recorded('nvdisasm -c -gi -hex build/verify/sample/sample.sm_80.elf'), {
      ended: { kind: 'not-started', reason: 'nvdisasm: command not found' },
    });
    const verified = await sample.verify();
    expect(verified.exit).toBe(1);
    expect(patterns(verified)[0]).toEqual(['sass/sample/rotate/1/sm_80', 'the machine code could not be listed']);
  });
});

it('has an id that no check of a plan can have', async () => {
  sample.plan.checks = [{ id: 'sass/sample/rotate/1/sm_80', run: 'rotate', kind: 'gate', description: 'd' }];
  const { exit, log } = await sample.verify();
  expect(exit).toBe(4);
  expect(log.at(-1)).toContain('"sass/" begins ids of checks in sources');
});

it('lets machine code be listed with scheduling fields, and says where their layout is published', async () => {
  const { sass } = evidenceIn(await sample.verify());
  expect(sass.controlLayouts?.map(({ target }) => target)).toEqual(['sm_80', 'sm_90']);
  expect(sass.controlLayouts?.[0]?.source).toContain('CuAssembler');
  const shuffle = sass.listings[0]?.instructions.find(({ opcode }) => opcode === 'SHFL.IDX');
  // It waits for barrier 2, which the load before it sets, and sets barrier 0 itself.
  expect(shuffle?.control).toBe('B--2---:R-:W0:-:S02');
});

describe('a check that would check nothing stops the verification before anything is compiled', () => {
  /** What is said of it. */
  async function refused(line: string): Promise<string | undefined> {
    const verified = await verifyWith(line);
    expect([verified.exit, verified.written.size]).toEqual([4, 0]);
    expect(verified.commands.filter((one) => one.includes(FILE))).toEqual([]);
    return verified.log.at(-1);
  }

  it('of a kernel that the plan does not name', async () => {
    expect(await refused('// SASS: EXIT\n__global__ void other();')).toMatchInlineSnapshot(`
      "code/sample/sample.cu:8
        problem   This check of machine code is beside a kernel that the plan does not name, so nothing would be checked.
        expected  a kernel of code/sample/plan.json: rotate, outside_mask, endless
        found     other
        to do     Add "other" to the kernels in code/sample/plan.json, or take the check away."
    `);
  });

  it('for a target that the plan does not build', async () => {
    expect(await refused('// SASS sm_80, sm_91: SHFL')).toMatchInlineSnapshot(`
      "code/sample/sample.cu:8
        problem   This check of machine code is for a target that the plan does not build, so nothing would be checked.
        expected  targets of code/sample/plan.json: sm_70, sm_80, sm_90
        found     sm_91
        to do     Correct the target, or add it to code/sample/plan.json."
    `);
  });

  it('that cannot be read', async () => {
    expect(await refused('// SASS sm_80 SHFL')).toMatchInlineSnapshot(`
      "code/sample/sample.cu:8
        problem   This check of machine code cannot be read, so nothing would be checked.
        expected  targets or none, a colon, and items
        found     sm_80 SHFL
        to do     Write it as // SASS sm_90: SHFL.DOWN x5 ; !BAR, or begin the comment with another word."
    `);
  });

  it('of which there are several, all at once', async () => {
    const said = await refused('// SASS: SHFL no comma\n// SASS: shfl\n// SASS sm_91: SHFL');
    expect(said?.match(/^code.*$/gm)).toEqual([`${FILE}:8`, `${FILE}:9`]);
    expect(said).toContain('2 problems');
  });
});
