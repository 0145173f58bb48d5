/** Two ends of a range in print, once when they read the same. */
import type { FormattedValue } from '../../evidence/format.ts';

interface End {
  shown: FormattedValue;
}

/** `23.38 – 23.41 cycles`; `26 cycles` when both ends read the same. */
export function rangeText(low: End, high: End): string {
  return low.shown.text === high.shown.text ? high.shown.text : `${low.shown.number} – ${high.shown.text}`;
}

/** The same without the unit, for a table whose head states it. */
export function rangeNumbers(low: End, high: End): string {
  return low.shown.text === high.shown.text ? high.shown.number : `${low.shown.number} – ${high.shown.number}`;
}
