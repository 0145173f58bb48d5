/** What the device did while a measurement was taken, and what was left out for it, in the words of a record. */
import { describeClockEvents } from '../../evidence/clock-events.ts';
import { figure, type Words } from '../../evidence/figure.ts';
import { formatNumber } from '../../evidence/format.ts';
import type { ShownMeasurement } from '../../evidence/shown.ts';

/** `1,980 MHz before, 1,980 MHz after, at the least 1,965 MHz`; why it is not known where nothing could be read. */
export function clockWords({
  at,
  conditions,
  provenance,
}: Pick<ShownMeasurement, 'at' | 'conditions' | 'provenance'>): Words {
  if (conditions.status === 'unavailable') return [`not known: ${conditions.reason}`];
  const { smClockMHz } = conditions;
  const clock = (when: keyof typeof smClockMHz): Words[number] =>
    figure(provenance, `${at}/conditions/smClockMHz/${when}`, 'as-is', formatNumber(smClockMHz[when]));
  return [clock('before'), ' MHz before, ', clock('after'), ' MHz after, at the least ', clock('least'), ' MHz'];
}

/** What held the clock at any reading: `software power cap`, `none`; null where nothing could be read. */
export function heldBy({ conditions }: Pick<ShownMeasurement, 'conditions'>): string | null {
  return conditions.status === 'unavailable' ? null : describeClockEvents(conditions.throttleReasons.ever);
}

/** Each reason for which samples were discarded, once: `hardware slowdown during the round`. */
export function discardReasons({ discarded }: Pick<ShownMeasurement, 'discarded'>): string {
  return [...new Set(discarded.map(({ reason }) => reason))].join('; ');
}
