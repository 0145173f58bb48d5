import { changes, changesOf, FACTS, readings } from './diff-facts.ts';
import type { Change, Content } from './diff-facts.ts';
import { listingChanges } from './diff-listings.ts';
import type { ListingChange } from './diff-listings.ts';
import { measurementDiffs } from './diff-measurements.ts';
import type { MeasurementDiff } from './diff-measurements.ts';
import { UNPAIRED } from './unpaired.ts';

export type { Change } from './diff-facts.ts';
export type { ListingChange } from './diff-listings.ts';
export type { MeasurementDiff } from './diff-measurements.ts';

/** Which capture a side is. */
export interface Side {
  lab: string;
  deviceSlug: string;
  capturedAt: string;
}

/** What two evidence files say differently. When and with which argv they were captured is no difference. */
export interface EvidenceDiff {
  same: boolean;
  before: Side;
  after: Side;
  /** Facts that differ, by the part of the file. */
  facts: Record<keyof typeof FACTS, Change[]>;
  /** Targets without machine code, with the reason. */
  missing: Change[];
  listings: ListingChange[];
  /** All of them: a number is worth seeing where it did not clearly move, too. */
  measurements: MeasurementDiff[];
  /** How `measurements` were compared. */
  noise: typeof UNPAIRED;
  /** Counters that differ. Each was read once, so no verdict on noise is possible and `same` does not depend on them. */
  readings: Change[];
}

const sideOf = ({ lab, deviceSlug, capture }: Content): Side => ({ lab, deviceSlug, capturedAt: capture.at });

const reasons = ({ sass }: Content): Map<string, string> =>
  new Map(sass.missing.map(({ program, target, reason }) => [`${program} ${target}`, reason]));

/** Compares two evidence files. Numbers count as different only where their noise leaves no doubt. */
export function diffEvidence(before: Content, after: Content): EvidenceDiff {
  const facts = Object.fromEntries(
    Object.entries(FACTS).map(([name, part]) => [name, changesOf(part, before, after)]),
  ) as EvidenceDiff['facts'];
  const missing = changes(reasons(before), reasons(after));
  const listings = listingChanges(before.sass, after.sass);
  const measurements = measurementDiffs(before.measurements, after.measurements);
  return {
    same:
      Object.values(facts).every((part) => part.length === 0) &&
      missing.length === 0 &&
      listings.length === 0 &&
      measurements.every(({ verdict }) => verdict === 'no-clear-difference'),
    before: sideOf(before),
    after: sideOf(after),
    facts,
    missing,
    listings,
    measurements,
    noise: UNPAIRED,
    readings: changesOf(readings, before, after),
  };
}
