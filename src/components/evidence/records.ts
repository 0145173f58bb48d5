/**
 * What a page has shown, so that one list at its end can hold the record of each value: a value points at its entry,
 * which opens over the text on a screen and stands in the list in print and without a script.
 */
import type { Provenance, ShownCheck, ShownComparison, ShownMeasurement } from '../../evidence/shown.ts';

export type Recorded =
  | { kind: 'measurement'; value: ShownMeasurement }
  | { kind: 'comparison'; value: ShownComparison }
  | { kind: 'check'; value: ShownCheck };

const pages = new WeakMap<object, Map<string, Recorded>>();

/** The anchor of a record: the same for every value that rests on it. */
export function recordAnchor({ kind, value: { id, provenance } }: Recorded): string {
  return `rec-${kind}-${provenance.lab}-${provenance.deviceSlug}-${id}`;
}

/** Enters a value in the list of the page that `locals` belongs to, and gives the anchor of its record. */
export function keepRecord(locals: object, recorded: Recorded): string {
  const page = pages.get(locals) ?? new Map<string, Recorded>();
  pages.set(locals, page);
  const anchor = recordAnchor(recorded);
  if (!page.has(anchor)) page.set(anchor, recorded);
  return anchor;
}

export interface RecordGroup {
  provenance: Provenance;
  records: [anchor: string, recorded: Recorded][];
}

/**
 * The records of a page in the order they are first shown, grouped by the evidence file they come from. Ask when
 * everything else of the page is rendered.
 */
export function recordsByEvidence(locals: object): RecordGroup[] {
  const groups = new Map<string, RecordGroup>();
  for (const [anchor, recorded] of pages.get(locals) ?? []) {
    const { provenance } = recorded.value;
    const group = groups.get(provenance.file) ?? { provenance, records: [] };
    groups.set(provenance.file, group);
    group.records.push([anchor, recorded]);
  }
  return [...groups.values()];
}

/** The state that the shape of a mark says. `signed` and `void` wait for evidence that carries signatures. */
export type Assay = 'signed' | 'unsigned' | 'stale' | 'void';

export function assayOf({ freshness }: Pick<Provenance, 'freshness'>): Assay {
  return freshness.state === 'stale' ? 'stale' : 'unsigned';
}

export const ASSAY_TEXT: Record<Assay, { name: string; meaning: string }> = {
  signed: { name: 'fresh, signed', meaning: 'Every source is as it was measured, and an operator signed the record.' },
  unsigned: { name: 'fresh, unsigned', meaning: 'Every source is as it was measured. Nobody has signed the record.' },
  stale: { name: 'stale', meaning: 'A source changed after it was measured.' },
  void: { name: 'void', meaning: 'What was signed is no longer what is here.' },
};
