import stringify from 'json-stringify-pretty-compact';
import { evidenceDigest } from '../../../src/node/digest.ts';
import { evidence as schema, type Evidence } from '../../../src/schema/evidence.ts';

/** The same value with the keys of every object in order, so that two captures can be compared line by line. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

/**
 * The text of an evidence file with the digest of what it is given: keys sorted, what fits on one line on one line, one
 * newline at the end. Whether it is evidence is for the reader to say.
 */
export function evidenceAsText(content: object): string {
  return `${stringify(sortKeys({ ...content, digest: evidenceDigest(content) }), { maxLength: 200, indent: 1 })}\n`;
}

/** The same of evidence. Throws when it does not fit its own schema, which is a fault of this tool. */
export function serializeEvidence(content: Omit<Evidence, 'digest'>): string {
  schema.parse({ ...content, digest: evidenceDigest(content) });
  return evidenceAsText(content);
}
