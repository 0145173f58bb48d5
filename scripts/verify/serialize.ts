import stringify from 'json-stringify-pretty-compact';
import { evidenceDigest } from '../../src/node/digest.ts';
import { evidence as schema, type Evidence } from '../../src/schema/evidence.ts';

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
 * The text of an evidence file: keys sorted, what fits on one line on one line, one newline at the end. Throws when
 * the evidence does not fit its own schema, which is a fault of this tool.
 */
export function serializeEvidence(content: Omit<Evidence, 'digest'>): string {
  const whole = { ...content, digest: evidenceDigest(content) };
  return `${stringify(sortKeys(schema.parse(whole)), { maxLength: 200, indent: 1 })}\n`;
}
