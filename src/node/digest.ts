import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Lower-case hexadecimal SHA-256. */
export function sha256OfBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of the canonical JSON (RFC 8785) of everything but `digest`. Throws TypeError for what JSON cannot hold. */
export function evidenceDigest(evidence: object): string {
  const canonical = canonicalize({ ...evidence, digest: undefined });
  if (canonical === undefined) throw new TypeError('evidence that JSON cannot hold has no digest');
  return sha256OfBytes(canonical);
}
