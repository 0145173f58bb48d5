import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeProblems, problemsOf } from '../../src/evidence/problem.ts';
import type { Effects, ExecResult } from './effects.ts';
import { nodeEffects } from './node-effects.ts';
import { NAMESPACE, signatureOf, tryKey } from './sign.ts';
import { EVIDENCE, Sample } from './testing/sample.ts';
import { signPresent, writeEvidence } from './write-evidence.ts';

/** With the ssh-keygen of this machine: a machine without one must be told that nothing of this was tried. */
describe('with a key that was made for this test', () => {
  let root: string;
  let effects: Effects;
  let key: string;
  const makeKey = (name: string, passphrase: string): string => {
    const path = join(root, name);
    const args = ['-q', '-t', 'ed25519', '-N', passphrase, '-C', 'someone@example.org', '-f', path];
    execFileSync('ssh-keygen', args);
    return path;
  };
  const fits = (file: string): boolean => {
    const args = ['-Y', 'check-novalidate', '-n', NAMESPACE, '-s', join(root, `${file}.sig`)];
    return spawnSync('ssh-keygen', args, { input: readFileSync(join(root, file)) }).status === 0;
  };
  const fault = (path: string): Promise<string> =>
    tryKey(path, effects).then(
      () => 'it signs',
      (error: unknown) => describeProblems(problemsOf(error) ?? []).replaceAll(root, 'ROOT'),
    );

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lockstep-sign-'));
    effects = nodeEffects(root, new AbortController().signal);
    key = makeKey('key', '');
    mkdirSync(join(root, 'e'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('signs the exact bytes of the file, and nothing of the key’s owner is in the signature', async () => {
    const signed = await writeEvidence('e/a.json', '{"µ": 1}\n', key, effects);
    expect([signed, fits('e/a.json')]).toEqual([{ status: 'signed', file: 'e/a.json.sig' }, true]);
    const armoured = readFileSync(join(root, 'e/a.json.sig'), 'utf8');
    const blob = Buffer.from(armoured.replace(/-----.*-----/g, ''), 'base64').toString('latin1');
    expect(blob).toContain(NAMESPACE);
    expect(armoured + blob).not.toContain('example.org');
    writeFileSync(join(root, 'e/a.json'), '{"µ": 2}\n');
    expect(fits('e/a.json')).toBe(false);
    expect(readdirSync(join(root, 'build/verify/.signing'))).toEqual([]);
  });

  it('signs what is there again', async () => {
    await writeEvidence('e/a.json', '{}\n', null, effects);
    await signPresent('e/a.json', readFileSync(join(root, 'e/a.json')), key, effects);
    expect(fits('e/a.json')).toBe(true);
  });

  it('says at once which key cannot sign', async () => {
    expect(await fault(key)).toBe('it signs');
    expect(await fault(join(root, 'none'))).toMatchInlineSnapshot(`
      "ROOT/none
        problem   There is no such key.
        expected  a key that ssh-keygen can sign with
        found     Couldn't load public key ROOT/none: No such file or directory
        to do     Name a private key, or a public one whose private half your agent holds: --sign ~/.ssh/id_ed25519"
    `);
    expect(await fault(makeKey('locked', 'secret'))).toMatch(/^ROOT\/locked\n {2}problem {3}The key has a passphrase/);
  });
});

const printed = (text: string): ExecResult['stdout'] => ({ text, cutBytes: 0 });
const answer = (ended: ExecResult['ended'], stderr = ''): ExecResult => ({
  ended,
  stdout: printed(''),
  stderr: printed(stderr),
  seconds: 0,
});

describe('what ssh-keygen says', () => {
  const said = async (result: ExecResult): Promise<string> => {
    const nothing = (): Promise<void> => Promise.resolve();
    const fake = {
      root: '/repository',
      exec: () => Promise.resolve(result),
      emptyFolder: nothing,
      writeFile: nothing,
      readFile: () => Promise.resolve(null),
    } as unknown as Effects;
    return signatureOf('x', 'key', fake).catch((error: unknown) => describeProblems(problemsOf(error) ?? []));
  };

  it.each<[string, ExecResult]>([
    ['not installed', answer({ kind: 'not-started', reason: 'ssh-keygen: command not found' })],
    ['too old', answer({ kind: 'exited', code: 1 }, 'unknown option -- Y')],
    ['a key that others may read', answer({ kind: 'exited', code: 255 }, 'UNPROTECTED PRIVATE KEY FILE')],
    ['a key that nobody touched', answer({ kind: 'timed-out', afterSeconds: 60 })],
    ['something new', answer({ kind: 'exited', code: 255 }, 'agent refused operation')],
  ])('%s', async (_, result) => {
    expect(await said(result)).toMatchSnapshot();
  });
});

/** Everything that was done to files, in its order, with what lay there afterwards. */
describe('killed at any instant', () => {
  const present = 'code/lab/evidence/device.json';
  it.each<[string, string | null]>([
    ['signed', 'key'],
    ['unsigned', null],
  ])('evidence never lies beside the signature of other bytes: written %s', async (_, key) => {
    const files = new Map<string, string>([
      [present, 'old'],
      [`${present}.sig`, 'of old'],
    ]);
    const instants: [string | undefined, string | undefined][] = [];
    const after = (): Promise<void> => {
      instants.push([files.get(present), files.get(`${present}.sig`)]);
      return Promise.resolve();
    };
    const text = (value: string | Uint8Array): string => (typeof value === 'string' ? value : 'bytes');
    const fake = {
      root: '/repository',
      exec: (argv: readonly string[]) => {
        const file = argv.at(-1) ?? '';
        files.set(`${file}.sig`, `of ${files.get(file) ?? ''}`);
        return after().then(() => answer({ kind: 'exited', code: 0 }));
      },
      emptyFolder: after,
      writeFile: (path: string, value: string | Uint8Array) => (files.set(path, text(value)), after()),
      replaceFile: (path: string, value: string) => (files.set(path, value), after()),
      removeFile: (path: string) => (files.delete(path), after()),
      readFile: (path: string) => Promise.resolve(new TextEncoder().encode(files.get(path))),
    } as unknown as Effects;
    await writeEvidence(present, 'new', key, fake);
    expect(instants.length).toBeGreaterThan(1);
    expect(instants.filter(([file, sig]) => sig !== undefined && sig !== `of ${file ?? ''}`)).toEqual([]);
    expect(instants.at(-1)).toEqual(['new', key === null ? undefined : 'of new']);
  });
});

it('a key that cannot sign stops the verification before anything is run', async () => {
  const sample = new Sample();
  const command = `ssh-keygen -Y sign -f /keys/mine -n ${NAMESPACE} build/verify/.signing/evidence.json`;
  sample.answer(command, { ended: { kind: 'exited', code: 255 }, stderr: 'agent refused operation' });
  const { exit, commands, written, log } = await sample.verify({ sign: '/keys/mine' });
  expect([exit, commands, written.size]).toEqual([2, [command], 0]);
  expect(log.at(-1)).toContain('ssh-keygen does not sign with this key.');
});

it('the signature lies beside the evidence, also where the lab is unchanged', async () => {
  const sample = new Sample();
  const command = `ssh-keygen -Y sign -f /keys/mine -n ${NAMESPACE} build/verify/.signing/evidence.json`;
  for (let times = 0; times < 4; times += 1) sample.answer(command);
  sample.files['build/verify/.signing/evidence.json.sig'] = 'SIGNATURE';
  const first = await sample.verify({ sign: '/keys/mine' });
  expect([first.exit, [...first.written.keys()]]).toEqual([0, [EVIDENCE, `${EVIDENCE}.sig`]]);
  expect(first.log).toContain(`  signed: ${EVIDENCE}.sig`);
  expect(first.written.get(EVIDENCE)).not.toContain('/keys/mine');
  sample.files[EVIDENCE] = first.written.get(EVIDENCE) ?? '';
  const again = await sample.verify({ sign: '/keys/mine' });
  expect([again.exit, [...again.written]]).toEqual([0, [[`${EVIDENCE}.sig`, 'SIGNATURE']]]);
});
