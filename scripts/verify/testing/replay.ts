/** Replays a recorded verification: node replay.mjs FIXTURE LAB prints the evidence it writes. For tests of the bundle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from '../verify.ts';
import { replayingEffects, type Recording } from './recording.ts';

const [fixture = '', lab = ''] = process.argv.slice(2);
const recording = JSON.parse(readFileSync(join(fixture, 'recording.json'), 'utf8')) as Recording;
const { effects, written } = replayingEffects(recording, {
  readFile: (path) => Promise.resolve(existsSync(join(fixture, path)) ? readFileSync(join(fixture, path)) : null),
  listFolder: (path) => Promise.resolve(existsSync(join(fixture, path)) ? readdirSync(join(fixture, path)).sort() : []),
});
process.exitCode = await verify(
  { labs: [lab], list: false },
  { version: '0.0.0', argv: ['verify', lab], session: '2026-01-31T12:00:00.000Z' },
  effects,
);
for (const text of written.values()) process.stdout.write(text);
