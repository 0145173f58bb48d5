import type { Summary } from '../schema/statistics.ts';
import type { Unit } from '../schema/primitives.ts';

/** U+202F: keeps a number and its unit on one line. */
const NARROW_NO_BREAK_SPACE = '\u202f';
const MOST_DIGITS = 6;
const LEAST_DIGITS = 2;
/** Of a number that never varied: its spread says nothing, and a reader compares no further. */
const DIGITS_WITHOUT_SPREAD = 4;

/** A value in print: the number and the unit apart, and both together. */
export interface FormattedValue {
  number: string;
  /** As printed; empty when the unit is not printed (a count). */
  unit: string;
  text: string;
}

/** The decimal place of the first digit of a number: 2 for 300, -3 for 0.004. */
const magnitude = (value: number): number => Math.floor(Math.log10(Math.abs(value)));

/**
 * Decimal places worth printing: down to the first digit of the spread, within two to six significant digits. Without
 * a spread, every whole digit and decimals up to four digits. Negative when even the last whole digits carry nothing.
 */
export function decimalsFor(value: number, spread: number): number {
  if (value === 0 || !Number.isFinite(value)) return 0;
  if (spread <= 0) return Math.max(0, DIGITS_WITHOUT_SPREAD - 1 - magnitude(value));
  const most = MOST_DIGITS - 1 - magnitude(value);
  const least = LEAST_DIGITS - 1 - magnitude(value);
  return Math.min(most, Math.max(least, -magnitude(spread)));
}

/** A number with thousands separated by commas and trailing zeros kept only where the spread asks for them. */
export function formatNumber(value: number, spread = 0): string {
  const decimals = decimalsFor(value, spread);
  const step = 10 ** -decimals;
  const rounded = decimals < 0 ? Math.round(value / step) * step : value;
  const places = Math.max(0, decimals);
  return new Intl.NumberFormat('en', {
    maximumFractionDigits: places,
    minimumFractionDigits: spread > 0 ? places : 0,
  }).format(rounded);
}

/** The number joined to its unit: `3.27 ms`, `1.15×`, `12.3%`, `8,205`. */
export function withUnit(number: string, unit: Unit): FormattedValue {
  if (unit === 'count') return { number, unit: '', text: number };
  if (unit === 'ratio') return { number, unit: '×', text: `${number}×` };
  if (unit === '%') return { number, unit, text: `${number}%` };
  return { number, unit, text: `${number}${NARROW_NO_BREAK_SPACE}${unit}` };
}

/** The spread that decides how many digits of a measurement are printed: its interquartile range. */
export const spreadOf = ({ q1, q3 }: Pick<Summary, 'q1' | 'q3'>): number => q3 - q1;

/** A value in print, with as many digits as its spread leaves meaning to. */
export function formatValue(value: number, unit: Unit, spread = 0): FormattedValue {
  return withUnit(formatNumber(value, spread), unit);
}

/** `1 file`, `2 files`; another plural where an s does not make it. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A share as a percentage: 0.95 is `95%`. */
export function formatShare(share: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(share * 100)}%`;
}

/** The day of a UTC time in words: `31 January 2026`. */
export function formatDate(utc: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(utc));
}

/** Bytes in the largest binary unit that leaves no more than one decimal: `50 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const at = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(bytes / 1024 ** at);
  return `${number}${NARROW_NO_BREAK_SPACE}${units[at] ?? 'B'}`;
}
