import { beforeEach, describe, expect, it } from 'vitest';
import { sanitizerCommand } from './tools/sanitizer.ts';
import { EVIDENCE, evidenceIn, Sample, type Verification } from './testing/sample.ts';

let sample: Sample;
beforeEach(() => {
  sample = new Sample();
});

const compiled = ({ commands }: Verification): string[] => commands.filter((one) => one.includes('-gencode'));

describe('a lab with evidence', () => {
  beforeEach(async () => {
    const { written } = await sample.verify();
    sample.files[EVIDENCE] = written.get(EVIDENCE) ?? '';
  });

  it('that would come out the same is left as it is, and said to be unchanged', async () => {
    const verified = await sample.verify();
    expect([verified.exit, verified.written.size, compiled(verified)]).toEqual([0, 0, []]);
    expect(verified.log.slice(-2)).toEqual([
      'sample: unchanged, passed, 6 of 6 gates hold',
      `  as ${EVIDENCE} of 2026-01-31T12:00:00Z says`,
    ]);
  });

  it('is verified all the same when that is asked for', async () => {
    expect((await sample.verify({ force: true })).written.size).toBe(1);
  });

  it.each<[string, () => void]>([
    ['its plan changed', () => (sample.plan.title = 'Another title')],
    ['its source changed', () => (sample.files['code/sample/sample.cu'] = '// another\n')],
    [
      'a tool changed',
      () => {
        const { stdout } = sample.recorded('ptxas --version');
        stdout.text = stdout.text.replaceAll('13.0', '13.1');
      },
    ],
    [
      'the driver changed',
      () => {
        const { stdout } = sample.recorded('nvidia-smi --query-gpu=driver_version');
        stdout.text = stdout.text.replace(/\d{3}\.\d+/, '999.99');
      },
    ],
    ['it was edited', () => (sample.files[EVIDENCE] = (sample.files[EVIDENCE] ?? '').replace('"0.0.0"', '"0.0.1"'))],
    ['it cannot be read', () => (sample.files[EVIDENCE] = '{')],
  ])('is verified when %s', async (_, change) => {
    change();
    expect(compiled(await sample.verify())).not.toEqual([]);
  });

  it('that holds a clean result beside no control is verified again', async () => {
    const tool = 'racecheck';
    sample.plan.sanitizers = [{ id: 'quiet', tool, program: 'sample', expected: { kind: 'clean' }, description: 'q' }];
    const folder = 'build/verify/sample';
    const command = sanitizerCommand(tool, `${folder}/sample.sm_90`, [], [], `${folder}/quiet.sanitizer.xml`).join(' ');
    sample.answer(command, { stdout: '========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n' });
    const unproven = await sample.verify();
    expect(evidenceIn(unproven)).toMatchObject({ verdict: 'passed', sanitizers: [{ verdict: 'unproven' }] });
    sample.files[EVIDENCE] = unproven.written.get(EVIDENCE) ?? '';
    expect((await sample.verify()).written.size).toBe(1);
  });

  it('that failed is verified again', async () => {
    sample.recorded('build/verify/sample/sample.sm_90 rotate').ended = { kind: 'exited', code: 9 };
    const failed = await sample.verify({ force: true });
    expect(evidenceIn(failed).verdict).toBe('failed');
    sample.files[EVIDENCE] = failed.written.get(EVIDENCE) ?? '';
    expect((await sample.verify()).exit).toBe(1);
  });
});

describe('the program that asks for the device', () => {
  const PROBE = 'build/verify/probe/probe';
  const compilations = ({ commands }: Verification): string[] =>
    commands.filter((one) => one.startsWith(`nvcc -o ${PROBE}`));

  beforeEach(async () => {
    sample.recording.files[PROBE] = 'machine code';
    const { wrote } = await sample.verify();
    sample.recording.files['build/verify/probe/stamp.json'] = wrote.get('build/verify/probe/stamp.json') ?? '';
  });

  it('is compiled once, and asks each time', async () => {
    const verified = await sample.verify();
    expect(compilations(verified)).toEqual([]);
    expect(verified.commands).toContain(PROBE);
  });

  it.each<[string, () => void]>([
    [
      'the compiler is another',
      () => {
        const { stdout } = sample.recorded('nvcc --version');
        stdout.text = stdout.text.replaceAll('13.0', '13.1');
      },
    ],
    ['it is half there', () => (sample.recording.files[PROBE] = 'machine')],
    ['it was killed while it was compiled', () => delete sample.recording.files['build/verify/probe/stamp.json']],
  ])('is compiled again when %s', async (_, change) => {
    change();
    expect(compilations(await sample.verify())).toHaveLength(1);
  });
});

it('--json ends with one line for a machine', async () => {
  const { log } = await sample.verify({ json: true });
  expect(JSON.parse(log.at(-1) ?? '')).toEqual({
    labs: [
      {
        lab: 'sample',
        status: 'written',
        exit: 0,
        file: EVIDENCE,
        verdict: 'passed',
        gates: { held: 6, all: 6 },
        signed: null,
        sanitizers: {},
        failures: [],
      },
    ],
    notTried: [],
    exit: 0,
    problem: null,
    against: [],
  });
  sample.recorded('build/verify/probe/probe').ended = { kind: 'exited', code: 3 };
  const without = await sample.verify({ json: true });
  expect(JSON.parse(without.log.at(-1) ?? '')).toMatchObject({ labs: [{ status: 'not-written', exit: 3 }] });
});

it('--dry-run prints the commands and runs nothing', async () => {
  const [program] = sample.plan.programs;
  if (program !== undefined) program.variants = ['device-debug'];
  sample.plan.transcripts = [
    { id: 'none', command: ['echo', 'it is'], environment: { CUDA_VISIBLE_DEVICES: '' }, ends: null },
  ];
  const { exit, log, commands, written } = await sample.verify({ dryRun: true });
  expect([exit, commands, written.size]).toEqual([0, [], 0]);
  expect(log).toMatchInlineSnapshot(`
    [
      "# sample",
      "nvcc -std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_70,code=sm_70 -MD -MF build/verify/sample/sample.sm_70.d -o build/verify/sample/sample.sm_70 code/sample/sample.cu",
      "nvcc -std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_80,code=sm_80 -MD -MF build/verify/sample/sample.sm_80.d -o build/verify/sample/sample.sm_80 code/sample/sample.cu",
      "nvcc -std=c++17 -O3 -lineinfo -Xptxas -v -gencode=arch=compute_90,code=sm_90 -MD -MF build/verify/sample/sample.sm_90.d -o build/verify/sample/sample.sm_90 code/sample/sample.cu",
      "nvcc -std=c++17 -G -Xptxas -v -gencode=arch=DEVICE_TARGET,code=DEVICE_TARGET -MD -MF build/verify/sample/sample.DEVICE_TARGET.device-debug.d -o build/verify/sample/sample.DEVICE_TARGET.device-debug code/sample/sample.cu",
      "build/verify/sample/sample.DEVICE_TARGET rotate",
      "build/verify/sample/sample.DEVICE_TARGET trap",
      "build/verify/sample/sample.DEVICE_TARGET hang",
      "CUDA_VISIBLE_DEVICES='' echo 'it is'",
    ]
  `);
});
