import { Stop, EXIT } from './stop.ts';
import type { Effects, ExecResult } from './effects.ts';
import { endedWell } from './ended.ts';

/** What an SSH signature of evidence is for, so that none made for something else counts: ssh-keygen's `-n`. */
export const NAMESPACE = 'lockstep-evidence';

const FOLDER = 'build/verify/.signing';
/** A hardware key waits for a finger. */
const TIMEOUT_SECONDS = 60;

export const signatureFile = (file: string): string => `${file}.sig`;

/** The command that signs a file; it writes the signature beside it. */
export const signCommand = (key: string, file: string): string[] => [
  'ssh-keygen',
  '-Y',
  'sign',
  '-f',
  key,
  '-n',
  NAMESPACE,
  file,
];

const FAULTS: readonly { when: RegExp; cause: string; remedy: string }[] = [
  {
    when: /incorrect passphrase|passphrase/i,
    cause: 'The key has a passphrase, and nothing that verify starts is given a terminal to ask for it.',
    remedy: 'Add the key to your agent (ssh-add KEY), then name its public half: --sign KEY.pub',
  },
  {
    when: /No such file or directory/,
    cause: 'There is no such key.',
    remedy: 'Name a private key, or a public one whose private half your agent holds: --sign ~/.ssh/id_ed25519',
  },
  {
    when: /UNPROTECTED PRIVATE KEY|bad permissions/i,
    cause: 'Others may read the private key, so ssh-keygen does not use it.',
    remedy: 'Run: chmod 600 KEY',
  },
  {
    when: /unknown option|illegal option/i,
    cause: 'This ssh-keygen cannot sign files.',
    remedy: 'Install OpenSSH 8.1 or newer.',
  },
];

function refusal(key: string, { ended, stderr, stdout }: ExecResult): Stop {
  const place = { file: key };
  const expected = 'a key that ssh-keygen can sign with';
  if (ended.kind === 'not-started') {
    return new Stop(EXIT.brokenPlanOrToolchain, {
      place,
      cause: 'Evidence is signed by ssh-keygen, and it does not start.',
      expected: 'OpenSSH 8.1 or newer',
      found: ended.reason,
      remedy: 'Install OpenSSH, or leave out --sign: unsigned evidence is shown as unsigned.',
    });
  }
  const said = `${stderr.text}${stdout.text}`.trim();
  const known = FAULTS.find(({ when }) => when.test(said));
  const late = ended.kind === 'timed-out' ? `no answer within ${String(TIMEOUT_SECONDS)} s` : 'no word';
  return new Stop(EXIT.usage, {
    place,
    cause: known?.cause ?? 'ssh-keygen does not sign with this key.',
    expected,
    found: said === '' ? late : said,
    remedy: known?.remedy ?? 'Try it: ssh-keygen -Y sign -f KEY -n lockstep-evidence SOME_FILE',
  });
}

/** The signature of these bytes, armoured. Throws Stop when it cannot be made. */
export async function signatureOf(bytes: Uint8Array | string, key: string, effects: Effects): Promise<string> {
  const file = `${FOLDER}/evidence.json`;
  // ssh-keygen would ask before it overwrites a signature.
  await effects.emptyFolder(FOLDER);
  await effects.writeFile(file, bytes);
  const ran = await effects.exec(signCommand(key, file), {
    cwd: effects.root,
    timeoutSeconds: TIMEOUT_SECONDS,
    limitBytes: 4096,
  });
  const signature = endedWell(ran.ended) ? await effects.readFile(signatureFile(file)) : null;
  await effects.emptyFolder(FOLDER);
  if (signature === null) throw refusal(key, ran);
  return new TextDecoder().decode(signature);
}

/** Signs something of no worth, so that a key that cannot sign is known of before the long work. Throws Stop. */
export async function tryKey(key: string, effects: Effects): Promise<void> {
  await signatureOf('Can this key sign?\n', key, effects);
}
