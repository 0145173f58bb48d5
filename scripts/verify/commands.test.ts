import { beforeEach, describe, expect, it } from 'vitest';
import { ncuCommand } from './tools/ncu.ts';
import { readFixture } from './tools/read-fixture.ts';
import { evidenceIn, Sample } from './testing/sample.ts';

let sample: Sample;
beforeEach(() => {
  sample = new Sample();
});

it('a run is given what its plan sets, and the evidence says so', async () => {
  const [run] = sample.plan.runs;
  if (run === undefined) throw new Error('the sample has a run');
  run.environment = { CUDA_VISIBLE_DEVICES: '' };
  const verified = await sample.verify();
  expect(verified.environments.get('build/verify/sample/sample.sm_90 rotate')).toEqual({
    CUDA_VISIBLE_DEVICES: '',
    LOCKSTEP_REPORT: '/repository/build/verify/sample/rotate.report',
  });
  const { runs } = evidenceIn(verified);
  expect(runs[0]?.environment).toEqual({ CUDA_VISIBLE_DEVICES: '' });
  expect(runs[1]).not.toHaveProperty('environment');
});

describe('a transcript', () => {
  beforeEach(() => {
    sample.plan.transcripts = [{ id: 'host', command: ['g++', '--help'], ends: { kind: 'exited', code: 0 } }];
  });

  it('is a run of no build, without the folders of the machine', async () => {
    sample.answer('g++ --help', { stdout: 'in /repository/code and /home/someone\n' });
    const { runs } = evidenceIn(await sample.verify());
    expect(runs.at(-1)).toMatchObject({ id: 'host', build: null, stdout: { text: 'in code and ~\n' } });
  });

  it('that does not end as the plan says fails the verification', async () => {
    sample.answer('g++ --help', { ended: { kind: 'not-started', reason: 'g++: command not found' } });
    const { exit, log } = await sample.verify();
    expect([exit, log.at(-1)]).toEqual([1, '  failed: run host did not end as the plan says']);
  });

  it('has no id of a run', async () => {
    sample.plan.transcripts = [{ id: 'trap', command: ['g++'], ends: null }];
    const { exit, log } = await sample.verify();
    expect(exit).toBe(4);
    expect(log.at(-1)).toContain('"trap" is there twice');
  });
});

describe('a model', () => {
  const vector = (data: readonly number[], more: object = {}): string =>
    `${JSON.stringify({
      type: 'vector',
      id: 'lanes',
      description: 'what every lane holds',
      valueType: 'f32',
      shape: [data.length],
      seed: null,
      encoding: 'base64',
      data: Buffer.from(new Float32Array(data).buffer).toString('base64'),
      ...more,
    })}\n`;
  const HARDWARE = 'build/verify/sample/rotate.report';
  const MODEL = 'build/verify/sample/soft.model.report';

  beforeEach(() => {
    sample.plan.models = [
      { id: 'soft', name: 'A model', command: ['node', 'model.mjs'], sources: ['model.mjs'], vectors: ['lanes'] },
    ];
    sample.files['code/sample/model.mjs'] = '// a model\n';
    const reported = sample.recording.files[HARDWARE] ?? '';
    sample.recording.files[HARDWARE] = reported + vector([1, Number.NaN, 0, 4]);
  });

  it('is compared value by value: NaN is NaN, and zeros have signs', async () => {
    sample.recording.files[MODEL] = vector([1, Number.NaN, -0, 5]);
    sample.answer('node model.mjs');
    const { models, inputs, verdict } = evidenceIn(await sample.verify());
    expect(models).toMatchObject([
      {
        id: 'soft/lanes',
        vector: 'lanes',
        model: { sha256: inputs.find(({ path }) => path.endsWith('model.mjs'))?.sha256 },
        result: {
          status: 'compared',
          compared: 4,
          differing: 2,
          first: [
            { index: 2, hardware: '0', model: '-0' },
            { index: 3, hardware: '4', model: '5' },
          ],
        },
      },
    ]);
    expect(verdict).toBe('passed');
  });

  it('may be a program of the plan, run as it is built for the device', async () => {
    const { command: _, ...soft } = { ...sample.plan.models?.[0], id: 'soft', name: 'A model' };
    const model = { ...soft, sources: ['model.mjs'], vectors: ['lanes'], program: 'sample', arguments: ['rules'] };
    sample.plan.models = [model];
    sample.recording.files[MODEL] = vector([1, Number.NaN, 0, 4]);
    sample.answer('build/verify/sample/sample.sm_90 rules');
    const { models } = evidenceIn(await sample.verify());
    expect(models).toMatchObject([
      { model: { command: ['build/verify/sample/sample.sm_90', 'rules'] }, result: { compared: 4, differing: 0 } },
    ]);
  });

  it('has a command or a program, and not both', async () => {
    const [soft] = sample.plan.models ?? [];
    sample.plan.models = [
      { ...soft, id: 'soft', name: 'A model', sources: ['model.mjs'], vectors: ['lanes'], program: 'sample' },
    ];
    const { exit, log } = await sample.verify();
    expect(exit).toBe(4);
    expect(log.join('\n')).toContain('a model has either a command or a program');
  });

  it.each([
    ['another shape', vector([1, 2]), 'Not compared: the hardware recorded f32 [4], the model f32 [2].'],
    ['no such vector', '', 'The model reported no vector "lanes".'],
    ['too few values', vector([1, 2, 3], { shape: [4] }), 'Not compared: f32 [4] is 4 values, and 3 are there.'],
  ])('that reports %s is not compared', async (_, report, text) => {
    sample.recording.files[MODEL] = report;
    sample.answer('node model.mjs');
    const { models } = evidenceIn(await sample.verify());
    expect(models[0]?.result).toMatchObject({ status: 'failed', said: { text } });
  });

  it('that fails is recorded with how it ended', async () => {
    sample.answer('node model.mjs', { ended: { kind: 'exited', code: 1 }, stderr: 'no such file\n' });
    const { models } = evidenceIn(await sample.verify());
    expect(models[0]?.result).toEqual({
      status: 'failed',
      ended: { kind: 'exited', code: 1 },
      said: { text: 'no such file\n', cutBytes: 0 },
    });
  });
});

describe('a profile', () => {
  const METRIC = 'smsp__thread_inst_executed_per_inst_executed.ratio';
  const logFile = 'build/verify/sample/counters.ncu.csv';
  const command = ncuCommand({
    kernel: 'rotate',
    metrics: [METRIC],
    executable: 'build/verify/sample/sample.sm_90',
    args: ['rotate'],
    logFile,
  }).join(' ');

  beforeEach(() => {
    sample.plan.profiles = [
      { id: 'counters', program: 'sample', arguments: ['rotate'], kernel: 'rotate', metrics: [METRIC] },
    ];
  });

  it('holds the counters of a run under the profiler, which is recorded', async () => {
    sample.recording.files[logFile] = readFixture('ncu-raw.csv');
    sample.answer(command);
    const { profiles, runs } = evidenceIn(await sample.verify());
    const metrics = [{ name: METRIC, unit: '', value: 17.98 }];
    expect(profiles).toEqual([
      { id: 'counters', run: 'counters', kernel: 'rotate', result: { status: 'read', metrics } },
    ]);
    expect(runs.at(-1)).toMatchObject({ id: 'counters', build: 'sample/sm_90', required: null });
  });

  it('is of a later launch where the plan says so, and says when there is none', async () => {
    const [planned] = sample.plan.profiles ?? [];
    if (planned === undefined) throw new Error('the sample has a profile');
    planned.skipLaunches = 5;
    sample.recording.files[logFile] = '==WARNING== No kernels were profiled.\n';
    sample.answer(command.replace('--launch-count', '--launch-skip 5 --launch-count'));
    const { profiles, runs } = evidenceIn(await sample.verify());
    expect(profiles[0]?.result).toEqual({ status: 'unavailable', said: 'No kernels were profiled.' });
    expect(runs.at(-1)?.command).toContain('--launch-skip');
  });

  it('that is not permitted, or has no profiler, says why', async () => {
    sample.recording.files[logFile] = '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n';
    sample.answer(command);
    const [denied] = evidenceIn(await sample.verify()).profiles;
    expect(denied?.result.status).toBe('not-permitted');
    sample.recording.execs.pop();
    sample.answer(command, { ended: { kind: 'not-started', reason: 'ncu: command not found' } });
    const [absent] = evidenceIn(await sample.verify()).profiles;
    expect(absent?.result).toEqual({ status: 'unavailable', said: 'ncu: command not found' });
  });

  it('of a metric that is none stops the verification at the plan', async () => {
    const [planned] = sample.plan.profiles ?? [];
    if (planned !== undefined) planned.metrics = [METRIC.replace('.ratio', '.ration')];
    sample.recording.files[logFile] = readFixture('ncu-raw.csv');
    sample.answer(command.replace('.ratio', '.ration'));
    const { exit, log, written } = await sample.verify();
    expect([exit, written.size]).toEqual([4, 0]);
    expect(log.at(-1)).toMatch(/^code\/sample\/plan\.json\n.*ncu knows no metric/);
  });
});
