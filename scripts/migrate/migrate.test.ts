import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { evidenceDigest } from '../../src/node/digest.ts';
import { EVIDENCE_FORMAT, evidence as schema, type Evidence } from '../../src/schema/evidence.ts';
import { jsonSchema } from '../../src/schema/published.ts';
import { oneToTwo } from './1-to-2.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

const TOOL = { name: 'lockstep', version: '9.9.9' };
const format1 = readFileSync(join(import.meta.dirname, 'fixtures/sample-format-1.json'), 'utf8');
const content = (): Record<string, unknown> => JSON.parse(format1) as Record<string, unknown>;
const { deviceSlug } = JSON.parse(format1) as Evidence;
const FILE = `code/sample/evidence/${deviceSlug}.json`;

/** The text of evidence of format 1 that a change spoiled before it was digested. */
function spoilt(change: (value: Record<string, unknown>) => void): string {
  const value = content();
  delete value['digest'];
  change(value);
  return JSON.stringify({ ...value, digest: evidenceDigest(value) });
}

let files: Map<string, string>;
/** What was done to the files, in turn. */
let done: string[];
beforeEach(() => {
  files = new Map([[FILE, format1]]);
  done = [];
});

async function run(what: string[] = [], dryRun = false): Promise<{ exit: number; out: string; err: string }> {
  const said: { out: string[]; err: string[] } = { out: [], err: [] };
  const exit = await migrate({ what, dryRun }, TOOL, {
    readFile: (path) => Promise.resolve(files.get(path) ?? null),
    listFolder: (folder) => {
      const inside = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
      return Promise.resolve([...new Set(inside.map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))]);
    },
    replaceFile: (path, text) => {
      files.set(path, text);
      done.push(`replace ${path}`);
      return Promise.resolve();
    },
    removeFile: (path) => {
      if (files.delete(path)) done.push(`remove ${path}`);
      return Promise.resolve();
    },
    out: (text) => said.out.push(text),
    err: (text) => said.err.push(text),
  });
  return { exit, out: said.out.join('\n'), err: said.err.join('\n') };
}

test('each migration begins where the one before it ends, and the last ends at the present format', () => {
  expect(MIGRATIONS.map(({ from }) => from)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  expect(MIGRATIONS.map(({ to }) => to)).toEqual(MIGRATIONS.map(({ from }) => from + 1));
  expect(MIGRATIONS.at(-1)?.to).toBe(EVIDENCE_FORMAT);
});

test('the example of format 1 holds by the schema that was published of it', () => {
  const published = z.fromJSONSchema(jsonSchema('evidence-1'));
  expect(published.safeParse(content()).error?.issues).toBeUndefined();
  expect(published.safeParse({ ...content(), device: 1 }).success).toBe(false);
});

describe('from format 1 to 2', () => {
  it('keeps what was captured, and touches nothing that it is given', () => {
    const old = content();
    const { format, sass, measurements: _m, ...rest } = oneToTwo(old);
    const { format: _, sass: oldSass, measurements: _o, ...kept } = content();
    expect(format).toEqual({ name: 'lockstep-evidence', version: 2 });
    expect([sass, rest]).toEqual([oldSass, kept]);
    expect(old).toEqual(content());
  });

  it('leaves out scheduling fields, which named no source of their layout', () => {
    const instruction = { at: 0, opcode: 'NOP', operands: '', encoding: '0x00' };
    const control = { stall: 1, yield: true, writeBarrier: null, readBarrier: null, waitMask: 0, reuse: 0 };
    const old = { format: { version: 1 }, sass: { listings: [{ instructions: [{ ...instruction, control }] }] } };
    expect(oneToTwo(old)).toMatchObject({ sass: { listings: [{ instructions: [instruction] }] } });
    expect(JSON.stringify(oneToTwo(old))).not.toContain('control');
  });

  it('says that the conditions of a measurement are not known', () => {
    const unknown = { status: 'unavailable', reason: 'format 1 did not record it' };
    const { measurements } = content() as unknown as Evidence;
    expect(measurements.length).toBeGreaterThan(0);
    expect(oneToTwo(content())['measurements']).toEqual(measurements.map((one) => ({ ...one, conditions: unknown })));
  });

  it('does not stumble over what is not there', () => {
    expect(oneToTwo({ sass: [], measurements: 'none' })).toEqual({ sass: [], measurements: 'none' });
  });
});

describe('a file of format 1', () => {
  it('is rewritten whole: captured as it was, with a note of how it came to its format', async () => {
    expect(await run()).toEqual({ exit: 0, out: `${FILE}: rewritten from format 1 to 2`, err: '' });
    const written = schema.parse(JSON.parse(files.get(FILE) ?? ''));
    const old = content() as unknown as Evidence;
    expect(written.capture).toEqual({ ...old.capture, migrated: [{ from: 1, to: 2, tool: TOOL }] });
    expect(written.measurements.map(({ samples }) => samples)).toEqual(old.measurements.map(({ samples }) => samples));
    expect(written.digest).toBe(evidenceDigest(written));
    expect(done).toEqual([`replace ${FILE}`]);
  });

  it('is left alone once it is of the present format', async () => {
    await run();
    expect(await run(['sample'])).toEqual({ exit: 0, out: `${FILE}: is of format 2, nothing to do`, err: '' });
    expect(done).toHaveLength(1);
  });

  it('is only spoken of with --dry-run', async () => {
    files.set(`${FILE}.sig`, 'signature');
    const { exit, out } = await run([], true);
    expect([exit, done]).toEqual([0, []]);
    expect(out.split('\n')).toEqual([
      `${FILE}: would be rewritten from format 1 to 2`,
      `  ${FILE}.sig signed the file as it was: it would be removed. To sign the file as it is: npx lockstep verify LAB --sign KEY`,
    ]);
  });

  it('loses its signature, before anything else happens', async () => {
    files.set(`${FILE}.sig`, 'signature');
    const { out } = await run();
    expect(done).toEqual([`remove ${FILE}.sig`, `replace ${FILE}`]);
    expect(out).toContain(`${FILE}.sig signed the file as it was: it is removed.`);
  });

  it('is migrated wherever it lies', async () => {
    files.set('old.json', format1);
    expect(await run(['old.json'])).toEqual({ exit: 0, out: 'old.json: rewritten from format 1 to 2', err: '' });
    expect(done).toEqual(['replace old.json']);
  });
});

describe('what is refused is as it was, and the others are migrated', () => {
  const refusal = async (text: string): Promise<string> => {
    const other = 'code/zulu/evidence/acme-z900.json';
    files.set(
      other,
      spoilt((value) => Object.assign(value, { lab: 'zulu', deviceSlug: 'acme-z900' })),
    );
    files.set(FILE, text);
    const { exit, out, err } = await run();
    expect([exit, out, files.get(FILE)]).toEqual([1, `${other}: rewritten from format 1 to 2`, text]);
    return err.replaceAll(FILE, 'FILE');
  };

  test('a newer format', async () => {
    const text = spoilt((value) => Object.assign(value, { format: { name: 'lockstep-evidence', version: 99 } }));
    expect(await refusal(text)).toMatchInlineSnapshot(`
      "FILE:1:4294
        problem   Newer format: the evidence says 99, this Lockstep reads 2.
        expected  format version 2
        found     format version 99
        to do     Update Lockstep."
    `);
  });

  test('a format that never was', async () => {
    const text = spoilt((value) => Object.assign(value, { format: { name: 'lockstep-evidence', version: 0 } }));
    expect(await refusal(text)).toMatchInlineSnapshot(`
      "FILE:1:4332
        problem   There is no migration from format 0.
        expected  one of the formats 1
        found     format version 0
        to do     Take the file back as verify wrote it (git restore FILE), then migrate it."
    `);
  });

  test('another kind of file', async () => {
    expect(await refusal('{"format": {"name": "lockstep-plan", "version": 1}}')).toMatchInlineSnapshot(`
      "FILE:1:12
        problem   The file is not evidence.
        expected  format name "lockstep-evidence"
        found     "lockstep-plan"
        to do     Take the file back as verify wrote it (git restore FILE), then migrate it."
    `);
  });

  test('a file that is cut off', async () => {
    expect(await refusal(format1.slice(0, 500))).toMatchInlineSnapshot(`
      "FILE:21:143
        problem   The file is not JSON.
        expected  a whole JSON text
        found     Unterminated string
        to do     Take the file back as verify wrote it (git restore FILE), then migrate it."
    `);
  });

  test('a value that was typed in by hand', async () => {
    expect(await refusal(format1.replace('"verdict": "passed"', '"verdict": "failed"'))).toMatchInlineSnapshot(`
      "FILE:221:12
        problem   The evidence was changed after it was written: its digest is not that of its content.
        expected  4a210368e595ab297adcf9f104434ea1c030c86f946d28c499c07301d50b6b39
        found     02cedac01493b9e81608411527e21ced3ee8c6a8342ac2d83f53162354d9623b
        to do     Take the file back as verify wrote it (git restore FILE), then migrate it."
    `);
  });

  test('no digest at all', async () => {
    const { digest: _, ...value } = content();
    expect(await refusal(JSON.stringify(value))).toMatchInlineSnapshot(`
      "FILE:1:1
        problem   The evidence has no digest, so nothing says that it is what was written.
        expected  digest: 64 hexadecimal digits
        found     none
        to do     Take the file back as verify wrote it (git restore FILE), then migrate it."
    `);
  });

  test('what holds in no format, with the right digest', async () => {
    expect(await refusal(spoilt((value) => delete value['device']))).toMatchInlineSnapshot(`
      "FILE
        problem   Rewritten from format 1 to 2, it does not hold: device: Invalid input: expected object, received undefined
        expected  a value of type object
        found     nothing
        to do     Verify the lab again: what the file says is not what a verification wrote."
    `);
  });

  test('what lacks most of it', async () => {
    const text = spoilt((value) => {
      for (const key of Object.keys(value)) if (key !== 'format') value[key] = undefined;
    });
    expect(await refusal(text)).toContain('it does not hold: device: Invalid input: expected object');
  });

  test('evidence at the path of another lab', async () => {
    expect(await refusal(spoilt((value) => Object.assign(value, { lab: 'other' })))).toMatchInlineSnapshot(`
      "FILE
        problem   Rewritten from format 1 to 2, it does not hold: The evidence lies at the path of another: its lab is not that of its path.
        expected  sample
        found     other
        to do     Verify the lab again: what the file says is not what a verification wrote."
    `);
  });
});

describe('a wrong call changes nothing', () => {
  test('a lab that is not there, a lab without evidence', async () => {
    files.set('code/bare/plan.json', '{}');
    const { exit, out, err } = await run(['sample', 'simple', 'bare']);
    expect([exit, out, done]).toEqual([2, '', []]);
    expect(err).toMatchInlineSnapshot(`
      "code/simple/evidence
        problem   There is no lab "simple".
        expected  a lab with evidence, or the path of an evidence file
        found     simple
        to do     Name labs as their folders in code/ are named, or files: npx lockstep migrate [LAB… | FILE…]
      code/bare/evidence
        problem   The lab "bare" has no evidence.
        expected  a lab with evidence, or the path of an evidence file
        found     bare
        to do     Name labs as their folders in code/ are named, or files: npx lockstep migrate [LAB… | FILE…]"
    `);
  });

  test('a file that is not there', async () => {
    expect(await run(['none.json'])).toMatchInlineSnapshot(`
      {
        "err": "none.json
        problem   There is no such file.
        to do     Name evidence files by their path, or labs by their name.",
        "exit": 1,
        "out": "",
      }
    `);
  });

  test('nothing to migrate is said', async () => {
    files.clear();
    expect(await run()).toEqual({
      exit: 0,
      out: 'There is no evidence here: code/LAB/evidence/DEVICE.json',
      err: '',
    });
  });
});
