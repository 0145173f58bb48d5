/**
 * Records a verification for the tests: node record.mjs OUTPUT LAB, from a folder with `code/`, on a machine with CUDA
 * and a GPU. Bundle it first, as the verify command is bundled. Paths of the machine are taken out of what is kept.
 */
import { writeFileSync } from 'node:fs';
import { nodeEffects } from '../node-effects.ts';
import { verify } from '../verify.ts';
import { recordingEffects, type Recording } from './recording.ts';

const [output = '', ...labs] = process.argv.slice(2);
/** The same in the record and in the replay. */
const SESSION = '2026-01-31T12:00:00.000Z';
const recording: Recording = { execs: [], files: {}, folders: {} };
const root = process.cwd();
const effects = recordingEffects(nodeEffects(root, new AbortController().signal), recording);
process.exitCode = await verify(
  { labs, list: false },
  { version: '0.0.0', argv: ['verify', ...labs], session: SESSION },
  effects,
);
// Where the repository lies is the machine's business; replayed, it lies at /repository.
writeFileSync(output, `${JSON.stringify(recording, null, 1).split(root).join('/repository')}\n`);
