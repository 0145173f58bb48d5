import { Problem, Problems, problemsOf } from '../../src/evidence/problem.ts';
import { checkDigest, checkFormat, parseEvidence } from '../../src/node/read-evidence.ts';
import { placeInJson } from '../../src/node/json-place.ts';
import { parseJson } from '../../src/node/read-json.ts';
import { EVIDENCE_FORMAT, type Capture } from '../../src/schema/evidence.ts';
import { evidenceAsText } from '../lib/evidence/serialize.ts';
import { properPath } from '../lib/evidence/read-side.ts';
import { MIGRATIONS } from './migrations.ts';

type Json = Record<string, unknown>;

/** What became of a text of evidence: its format then, and the text as the present format has it; null when it has it. */
export interface Migrated {
  from: number;
  text: string | null;
}

const asItWas = (file: string): string =>
  `Take the file back as verify wrote it (git restore ${file}), then migrate it.`;

/** The content in the present format, with a note of how it came to it. */
function rewrite(old: Json, from: number, tool: Capture['tool']): Json {
  const steps = MIGRATIONS.filter((one) => one.from >= from);
  const { digest: _, ...content } = steps.reduce((value, one) => one.migrate(value), old);
  // One that is missing is for the schema to complain of.
  const capture = (content['capture'] ?? {}) as Json;
  const before = Array.isArray(capture['migrated']) ? (capture['migrated'] as unknown[]) : [];
  const noted = steps.map(({ from, to }) => ({ from, to, tool }));
  return { ...content, capture: { ...capture, migrated: [...before, ...noted] } };
}

/** What the rewritten content lacks is no fault of a line of the file: it has other lines. */
function refused(file: string, from: number, error: unknown): unknown {
  const problems = problemsOf(error);
  if (problems === null) return error;
  return new Problems(
    problems.map((one) => ({
      ...one,
      place: { file },
      cause: `Rewritten from format ${String(from)} to ${String(EVIDENCE_FORMAT)}, it does not hold: ${one.cause}`,
      remedy: 'Verify the lab again: what the file says is not what a verification wrote.',
    })),
  );
}

/**
 * Evidence of an older format in the present one: JSON, kind, digest, then every migration in turn, then the whole
 * result as any reader reads it. Throws Problem or Problems; then nothing of the text can be trusted.
 */
export function migrateText(text: string, file: string, tool: Capture['tool']): Migrated {
  const remedy = asItWas(file);
  const value = parseJson(text, { file, remedy });
  const from = checkFormat(value, text, file, remedy);
  const old = value as Json;
  if (typeof old['digest'] !== 'string') {
    throw new Problem({
      place: placeInJson(file, text, []),
      cause: 'The evidence has no digest, so nothing says that it is what was written.',
      expected: 'digest: 64 hexadecimal digits',
      found: 'none',
      remedy,
    });
  }
  checkDigest(old, text, file, remedy);
  if (from === EVIDENCE_FORMAT) {
    parseEvidence(text, file.startsWith('code/') ? file : properPath(text, file));
    return { from, text: null };
  }
  if (!MIGRATIONS.some((one) => one.from === from)) {
    throw new Problem({
      place: placeInJson(file, text, ['format', 'version']),
      cause: `There is no migration from format ${String(from)}.`,
      expected: `one of the formats ${MIGRATIONS.map((one) => String(one.from)).join(', ')}`,
      found: `format version ${String(from)}`,
      remedy,
    });
  }
  try {
    const written = evidenceAsText(rewrite(old, from, tool));
    parseEvidence(written, file.startsWith('code/') ? file : properPath(written, file));
    return { from, text: written };
  } catch (error) {
    throw refused(file, from, error);
  }
}
