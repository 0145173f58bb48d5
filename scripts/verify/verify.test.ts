import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { evidence as evidenceSchema, type Evidence } from '../../src/schema/evidence.ts';
import type { Effects, ExecResult } from './effects.ts';
import { serializeEvidence } from '../lib/evidence/serialize.ts';
import { replayingEffects, type Recording, type Replayed } from './testing/recording.ts';
import { verify } from './verify.ts';

// Recorded on a GPU by testing/record.ts. The golden file is the evidence of that run.
const fixture = join(import.meta.dirname, 'fixtures/sample');
const golden = JSON.parse(readFileSync(join(fixture, 'golden.json'), 'utf8')) as Evidence;
const EVIDENCE = `code/sample/evidence/${golden.deviceSlug}.json`;
const REPORT = 'build/verify/sample/rotate.report';

const disk: Pick<Effects, 'readFile' | 'listFolder'> = {
  readFile: (path) => Promise.resolve(readOrNull(join(fixture, path))),
  listFolder: (path) => Promise.resolve(existsSync(join(fixture, path)) ? readdirSync(join(fixture, path)).sort() : []),
};

function readOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

let recording: Recording;
beforeEach(() => {
  recording = JSON.parse(readFileSync(join(fixture, 'recording.json'), 'utf8')) as Recording;
});

/** Replaces the answer to the commands that a test is about. */
function answer(when: (command: string) => boolean, result: Partial<ExecResult>): void {
  for (const one of recording.execs) {
    if (when(one.argv.join(' '))) one.result = { ...one.result, ...result };
  }
}

const printed = (text: string): ExecResult['stdout'] => ({ text, cutBytes: 0 });

async function run(replayed: Replayed, labs = ['sample']): Promise<number> {
  return verify(
    { labs, list: false },
    { version: '0.0.0', argv: ['verify', ...labs], session: '2026-01-31T12:00:00.000Z' },
    replayed.effects,
  );
}

async function evidenceOf(replayed: Replayed): Promise<Evidence> {
  await run(replayed);
  return evidenceSchema.parse(JSON.parse(replayed.written.get(EVIDENCE) ?? 'null'));
}

describe('on what a GPU answered', () => {
  it('writes the evidence of that run again, to the byte', async () => {
    const replayed = replayingEffects(recording, disk);
    expect(await run(replayed)).toBe(0);
    const { digest: _, ...content } = golden;
    const expected = serializeEvidence({ ...content, capture: { ...golden.capture, at: '2026-01-31T12:00:00Z' } });
    expect([...replayed.written]).toEqual([[EVIDENCE, expected]]);
  });

  it('records a target that the toolchain refuses, a trap and a hang as what they are', async () => {
    const { builds, runs, checks, sass } = await evidenceOf(replayingEffects(recording, disk));
    expect(builds.map(({ id, result }) => [id, result.status])).toEqual([
      ['sample/sm_70', 'unsupported-by-toolchain'],
      ['sample/sm_80', 'ok'],
      ['sample/sm_90', 'ok'],
    ]);
    expect(sass.missing).toEqual([
      { program: 'sample', target: 'sm_70', reason: 'the build is unsupported-by-toolchain' },
    ]);
    expect(runs.find(({ id }) => id === 'trap')).toMatchObject({
      ended: { kind: 'exited', code: 70 },
      cudaError: { code: 715, name: 'cudaErrorIllegalInstruction' },
    });
    expect(runs.find(({ id }) => id === 'hang')?.ended).toEqual({ kind: 'timed-out', afterSeconds: 5 });
    expect(checks.find(({ id }) => id === 'hang/never')?.result).toEqual({
      status: 'not-reported',
      reason: 'run "hang" was stopped after 5 s before it reported it',
    });
  });

  it('attributes every instruction to its own kernel, to a line of its source and to where it was inlined', async () => {
    const { sass } = await evidenceOf(replayingEffects(recording, disk));
    const listing = sass.listings.find(({ kernel, target }) => kernel === 'rotate' && target === 'sm_90');
    const source = readFileSync(join(fixture, 'code/sample/sample.cu'), 'utf8').split('\n');
    const shuffle = listing?.instructions.find(({ opcode }) => opcode.startsWith('SHFL'));
    const place = listing?.places[shuffle?.place ?? -1];
    const inSource = [place, ...(place?.inlinedAt ?? [])].find((one) => one?.file === 'code/sample/sample.cu');
    expect(source[(inSource?.line ?? 0) - 1]).toContain('__shfl_sync');
    expect(listing?.crossCheck.verdict).toBe('agree');
    expect(sass.listings.map(({ kernel, target }) => `${kernel} ${target}`)).toEqual([
      'rotate sm_80',
      'outside_mask sm_80',
      'rotate sm_90',
      'outside_mask sm_90',
    ]);
  });
});

describe('what goes wrong', () => {
  const lastLines = ({ log }: Replayed): string => log.at(-1) ?? '';

  it('without a device nothing is written, and the exit status says so', async () => {
    answer((command) => command.endsWith('/probe'), {
      ended: { kind: 'exited', code: 3 },
      stdout: printed(
        '{"error":{"code":100,"name":"cudaErrorNoDevice","text":"no CUDA-capable device is detected"}}\n',
      ),
    });
    const replayed = replayingEffects(recording, disk);
    expect(await run(replayed)).toBe(3);
    expect(replayed.written.size).toBe(0);
    expect(lastLines(replayed)).toMatchInlineSnapshot(`
      "this machine
        problem   No CUDA device was reached. The programs compile here; compiled is not verified, so nothing is recorded.
        expected  an NVIDIA GPU with a driver for this toolkit
        found     cudaErrorNoDevice (100): no CUDA-capable device is detected
        to do     Run this on a machine with an NVIDIA GPU. \`nvidia-smi\` shows whether the driver sees one."
    `);
  });

  it('without a compiler nothing is written', async () => {
    answer((command) => command.startsWith('nvcc'), {
      ended: { kind: 'not-started', reason: 'nvcc: command not found' },
    });
    const replayed = replayingEffects(recording, disk);
    expect(await run(replayed)).toBe(4);
    expect(replayed.written.size).toBe(0);
    expect(lastLines(replayed)).toMatchInlineSnapshot(`
      "nvcc
        problem   The CUDA compiler does not work, so nothing can be verified.
        expected  nvcc on the PATH that compiles a small program
        found     nvcc: command not found
        to do     Install the CUDA toolkit, or put its bin folder on the PATH, and see that \`nvcc --version\` answers."
    `);
  });

  it('a gate that does not hold fails the verification and is written, marked as failed', async () => {
    recording.files[REPORT] = recording.files[REPORT]?.replace('"expected":0,"got":0', '"expected":0,"got":31') ?? '';
    const replayed = replayingEffects(recording, disk);
    expect(await run(replayed)).toBe(1);
    const written = evidenceSchema.parse(JSON.parse(replayed.written.get(EVIDENCE) ?? 'null'));
    expect(written.verdict).toBe('failed');
    expect(replayed.log.slice(-3)).toEqual([
      'sample: failed, 5 of 6 gates hold',
      `  wrote ${EVIDENCE}`,
      '  failed: gate rotate/wrong does not hold: expected 0, got 31',
    ]);
  });

  it('without a disassembler the count it was needed for is a gate that fails', async () => {
    answer((command) => command.startsWith('nvdisasm -c'), {
      ended: { kind: 'not-started', reason: 'nvdisasm: command not found' },
    });
    const written = await evidenceOf(replayingEffects(recording, disk));
    expect(written.verdict).toBe('failed');
    expect(written.sass.missing.map(({ target, reason }) => [target, reason])).toEqual([
      ['sm_80', 'nvdisasm: command not found'],
      ['sm_90', 'nvdisasm: command not found'],
      ['sm_70', 'the build is unsupported-by-toolchain'],
    ]);
  });

  it('two disassemblers that differ fail the verification', async () => {
    for (const one of recording.execs.filter(({ argv }) => argv[0] === 'cuobjdump' && argv[1] === '-sass')) {
      one.result.stdout.text = one.result.stdout.text.replace('SHFL.IDX', 'SHFL.UP');
    }
    const written = await evidenceOf(replayingEffects(recording, disk));
    expect(written.verdict).toBe('failed');
    expect(written.sass.listings.find(({ kernel }) => kernel === 'rotate')?.crossCheck.verdict).toBe('differ');
  });

  it('a line that is no report stops the verification', async () => {
    recording.files[REPORT] = 'hello\n';
    const replayed = replayingEffects(recording, disk);
    expect(await run(replayed)).toBe(4);
    expect(replayed.written.size).toBe(0);
    expect(lastLines(replayed)).toMatchInlineSnapshot(`
      "build/verify/sample/rotate.report:1
        problem   A program reported a line that the verification does not understand.
        expected  one JSON object as src/schema/report.ts declares it
        found     hello
        to do     Report through the functions of code/common, or mend the line."
    `);
  });

  it('a source that changes meanwhile stops the verification', async () => {
    let reads = 0;
    const readFile: Effects['readFile'] = async (path) => {
      const bytes = await disk.readFile(path);
      if (!path.endsWith('sample.cu') || bytes === null) return bytes;
      reads += 1;
      return reads === 1 ? bytes : new TextEncoder().encode(`${new TextDecoder().decode(bytes)}// edited\n`);
    };
    const replayed = replayingEffects(recording, { ...disk, readFile });
    expect(await run(replayed)).toBe(4);
    expect(replayed.written.size).toBe(0);
    expect(lastLines(replayed)).toMatchInlineSnapshot(`
      "code/sample/sample.cu
        problem   A file was changed while it was being verified, so the results belong to no one version of it.
        expected  files that stay as they are until the verification ends
        found     changed: code/sample/sample.cu
        to do     Run: npx lockstep verify sample"
    `);
  });

  it('a lab that is not there is named with those that are', async () => {
    const replayed = replayingEffects(recording, disk);
    expect(await run(replayed, ['simple'])).toBe(2);
    expect(lastLines(replayed)).toMatchInlineSnapshot(`
      "code/simple/plan.json
        problem   There is no lab "simple".
        expected  one of: sample
        found     simple
        to do     Name a lab as its folder is named, from the root of the repository: npx lockstep verify LAB"
    `);
  });
});
