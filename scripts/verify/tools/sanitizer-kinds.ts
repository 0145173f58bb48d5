import type { Sanitizer } from '../../../src/schema/sanitizer.ts';

type Severity = Sanitizer['findings'][number]['severity'];

/**
 * What an author writes in a plan for a finding, and the words of compute-sanitizer that it stands for. The first rule
 * that fits decides. The words are those of version 2025.3 and of its manual, in any case.
 */
const RULES: readonly { kind: string; words: RegExp }[] = [
  { kind: 'invalid-arguments', words: /barrier error.*invalid arguments/ },
  { kind: 'divergent-threads-in-warp', words: /divergent thread\(?s?\)? in warp/ },
  { kind: 'divergent-threads-in-block', words: /divergent thread\(?s?\)? in block/ },
  { kind: 'deadlock', words: /deadlock/ },
  { kind: 'double-free', words: /double free/ },
  { kind: 'invalid-free', words: /(?:invalid pointer|invalid address) to free|malloc\/free error/ },
  { kind: 'leak', words: /\bleak(?:ed)?\b/ },
  { kind: 'unused-memory', words: /unused memory/ },
  { kind: 'uninitialized-read', words: /uninitialized .*(?:read|access)/ },
  { kind: 'misaligned', words: /misaligned/ },
  { kind: 'out-of-bounds-atomic', words: /atomic.*out.of.(?:bounds|range)/ },
  { kind: 'out-of-bounds-write', words: /write.*out.of.(?:bounds|range)/ },
  { kind: 'out-of-bounds-read', words: /read.*out.of.(?:bounds|range)/ },
  { kind: 'out-of-bounds', words: /out.of.(?:bounds|range)/ },
  { kind: 'invalid-atomic', words: /invalid .*atomic/ },
  { kind: 'invalid-write', words: /invalid .*write/ },
  { kind: 'invalid-read', words: /invalid .*read/ },
  { kind: 'illegal-instruction', words: /illegal instruction/ },
  { kind: 'stack-overflow', words: /stack overflow/ },
  { kind: 'api-error', words: /^api\b|cuda api call|^program hit/ },
  { kind: 'program-failed', words: /didn't terminate successfully/ },
];

const RACE = /race (?:condition|reported)|\b(?:raw|war|waw) hazard/;

/** Every identifier that `kindOf` can give. */
export const SANITIZER_KINDS: readonly string[] = [
  'race-error',
  'race-warning',
  'race-info',
  ...RULES.map(({ kind }) => kind),
  'other',
];

/**
 * The stable identifier of a finding. A race is `race-` and its severity: racecheck grades a hazard within a warp as a
 * warning and one between warps as an error. Words that no rule knows are `other`.
 */
export function kindOf(said: string, severity: Severity): string {
  const words = said.toLowerCase();
  if (RACE.test(words)) return `race-${severity}`;
  return RULES.find((rule) => rule.words.test(words))?.kind ?? 'other';
}
