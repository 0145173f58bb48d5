import { basename } from 'node:path';
import { Problem } from '../evidence/problem.ts';
import { EVIDENCE_FORMAT, evidence as schema, formatOnly, type Evidence } from '../schema/evidence.ts';
import { evidenceDigest } from './digest.ts';
import type { Files } from './files.ts';
import { placeInJson } from './json-place.ts';
import { checkedJson, parseJson, readText } from './read-json.ts';

/** An evidence file that was read, with its exact text. */
export interface EvidenceFile {
  evidence: Evidence;
  /** Path in the repository. */
  file: string;
  text: string;
}

/** The version of the format, this or an older one. A newer one is no damage, and nothing else of it can be judged. */
export function checkFormat(value: unknown, text: string, file: string, remedy: string): number {
  const { format } = checkedJson(formatOnly, value, text, { file, remedy });
  const place = placeInJson(file, text, ['format']);
  if (format.name !== 'lockstep-evidence') {
    throw new Problem({
      place,
      cause: 'The file is not evidence.',
      expected: 'format name "lockstep-evidence"',
      found: `"${format.name}"`,
      remedy,
    });
  }
  if (format.version > EVIDENCE_FORMAT) {
    throw new Problem({
      place,
      cause: `Newer format: the evidence says ${String(format.version)}, this Lockstep reads ${String(EVIDENCE_FORMAT)}.`,
      expected: `format version ${String(EVIDENCE_FORMAT)}`,
      found: `format version ${String(format.version)}`,
      remedy: 'Update Lockstep.',
    });
  }
  return format.version;
}

/** An older format is no damage either: what it says can be rewritten as this one says it. */
export function refuseOlder(version: number, text: string, file: string): void {
  if (version === EVIDENCE_FORMAT) return;
  throw new Problem({
    place: placeInJson(file, text, ['format', 'version']),
    cause: `Older format: the evidence says ${String(version)}, this Lockstep reads ${String(EVIDENCE_FORMAT)}.`,
    expected: `format version ${String(EVIDENCE_FORMAT)}`,
    found: `format version ${String(version)}`,
    remedy: `Run: npx lockstep migrate ${file}`,
  });
}

/** Comes before the schema: in a file that changed after it was written, no other fault means anything. */
export function checkDigest(value: object, text: string, file: string, remedy: string): void {
  const stated = 'digest' in value ? value.digest : undefined;
  if (typeof stated !== 'string') return;
  const found = evidenceDigest(value);
  if (found === stated) return;
  throw new Problem({
    place: placeInJson(file, text, ['digest']),
    cause: 'The evidence was changed after it was written: its digest is not that of its content.',
    expected: stated,
    found,
    remedy,
  });
}

/** `code/<lab>/evidence/<device>.json` holds the evidence of that lab and device. */
function checkNames(value: Evidence, text: string, file: string, remedy: string): void {
  const [lab, device] = [file.split('/').at(-3), basename(file, '.json')];
  const faults = [
    { key: 'lab', expected: lab, found: value.lab },
    { key: 'deviceSlug', expected: device, found: value.deviceSlug },
  ].filter(({ expected, found }) => expected !== found);
  for (const { key, expected, found } of faults) {
    throw new Problem({
      place: placeInJson(file, text, [key]),
      cause: `The evidence lies at the path of another: its ${key} is not that of its path.`,
      expected,
      found,
      remedy,
    });
  }
}

/** Reads an evidence text whole: JSON, format, digest, schema, names, in this order. Throws Problem or Problems. */
export function parseEvidence(text: string, file: string): EvidenceFile {
  const lab = file.split('/').at(-3) ?? '';
  const remedy = `Run: npx lockstep verify ${lab}\n(or take the file back as it was committed: git restore ${file})`;
  const value = parseJson(text, { file, remedy });
  refuseOlder(checkFormat(value, text, file, remedy), text, file);
  checkDigest(value as object, text, file, remedy);
  const evidence = checkedJson(schema, value, text, { file, remedy });
  checkNames(evidence, text, file, remedy);
  return { evidence, file, text };
}

/** Reads the evidence at `file`, a path inside the repository. Throws Problem or Problems. */
export async function readEvidence(files: Files, file: string): Promise<EvidenceFile> {
  const lab = file.split('/').at(-3) ?? '';
  return parseEvidence(await readText({ files, file, remedy: `Run: npx lockstep verify ${lab}` }), file);
}
