import canonicalize from 'canonicalize';
import { judgeFreshness } from '../../src/evidence/freshness.ts';
import { evidenceDigest, sha256OfBytes } from '../../src/node/digest.ts';
import { evidence as schema, MEASURING_METHOD, type Evidence } from '../../src/schema/evidence.ts';
import type { Device } from '../../src/schema/device.ts';
import type { Toolchain } from '../../src/schema/toolchain.ts';
import { asJson } from './as-json.ts';
import type { Effects } from './effects.ts';

/**
 * Evidence that is whole, passed, and proves what it can, with its exact bytes; null for any other, which is made again
 * without a word. A clean result beside no control that fired is tried again: the controls may fire now.
 */
export async function presentEvidence(
  file: string,
  effects: Effects,
): Promise<{ evidence: Evidence; bytes: Uint8Array } | null> {
  const bytes = await effects.readFile(file);
  if (bytes === null) return null;
  const read = schema.safeParse(asJson(new TextDecoder().decode(bytes)));
  if (!read.success || read.data.verdict !== 'passed') return null;
  if (read.data.sanitizers.some(({ verdict }) => verdict === 'unproven')) return null;
  return evidenceDigest(read.data) === read.data.digest ? { evidence: read.data, bytes } : null;
}

const same = (one: object, other: object): boolean => canonicalize(one) === canonicalize(other);

/**
 * Whether a verification would find again what the evidence says: the same files, the same device with the same driver,
 * the same tools, and samples taken by the same method.
 */
export async function isUnchanged(
  evidence: Evidence,
  device: Device,
  toolchain: Toolchain,
  effects: Effects,
): Promise<boolean> {
  if (!same(evidence.device, device) || !same(evidence.toolchain, toolchain)) return false;
  const digests = await Promise.all(
    evidence.inputs.map(async ({ path }): Promise<[string, string] | null> => {
      const bytes = await effects.readFile(path);
      return bytes === null ? null : [path, sha256OfBytes(bytes)];
    }),
  );
  const present = new Map(digests.filter((one) => one !== null));
  return judgeFreshness(evidence, present, MEASURING_METHOD).state === 'fresh';
}
