import type { Evidence } from '../schema/evidence.ts';

/** A file that differs from the one the evidence was made with. */
export interface ChangedInput {
  path: string;
  role: Evidence['inputs'][number]['role'];
  change: 'changed' | 'missing';
  expected: string;
  /** Digest of the present file; null when there is none. */
  found: string | null;
}

export type Freshness =
  | { state: 'fresh' }
  | {
      state: 'stale';
      inputs: ChangedInput[];
      /** Set when the samples were taken by another version of the measuring method. */
      method: { expected: number; found: number } | null;
    };

/**
 * Whether the evidence still speaks of the present files. `present` gives the SHA-256 of each file by path, and
 * nothing for a file that is gone.
 */
export function judgeFreshness(
  evidence: Pick<Evidence, 'inputs' | 'method'>,
  present: ReadonlyMap<string, string>,
  measuringMethod: number,
): Freshness {
  const inputs = evidence.inputs.flatMap(({ path, role, sha256 }): ChangedInput[] => {
    const found = present.get(path) ?? null;
    if (found === sha256) return [];
    return [{ path, role, change: found === null ? 'missing' : 'changed', expected: sha256, found }];
  });
  const method =
    evidence.method.version === measuringMethod ? null : { expected: measuringMethod, found: evidence.method.version };
  return inputs.length === 0 && method === null ? { state: 'fresh' } : { state: 'stale', inputs, method };
}
