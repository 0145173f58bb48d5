/**
 * A figure in print that says which value of the evidence it stands for, so that a machine can compare the two: every
 * number of a page that comes from evidence is one.
 */
import type { Provenance, ShownMeasurement, Stat } from './shown.ts';

/** How the printed text follows from what the evidence holds at the pointer. */
export type Form =
  /** A number with its unit, to the digits that its spread leaves meaning to; the same without the unit. */
  | 'value'
  | 'number'
  /** A number, a text or a truth value, as it is. */
  | 'as-is'
  /** The length of a list. */
  | 'length'
  | 'share'
  /** Of a measurement with bytes: GB/s without the unit, the median of its samples. */
  | 'bandwidth'
  | 'bytes'
  | 'short-digest'
  | 'command'
  /** Spilled bytes of a kernel, in words. */
  | 'spills'
  /** Of a listing: how many of its instructions are of an opcode. */
  | `opcode ${string}`
  /** Of a vector: the value of a lane; how many lanes hold a value. */
  | `lane ${number}`
  | `lanes with ${number}`;

export interface Figure {
  text: string;
  form: Form;
  /** `lab/device#pointer` of each value it stands for; the pointer is a JSON Pointer (RFC 6901) into that evidence. */
  of: readonly string[];
}

/** Text with figures in it. */
export type Words = readonly (string | Figure)[];

type Origin = Pick<Provenance, 'lab' | 'deviceSlug'>;

/** A figure of the value at a JSON Pointer. */
export function figure({ lab, deviceSlug }: Origin, pointer: string, form: Form, text: string): Figure {
  return { text, form, of: [`${lab}/${deviceSlug}#${pointer}`] };
}

/** One statistic of a measurement, with its unit or without. */
export function statistic(
  { at, summary, provenance }: ShownMeasurement,
  stat: Stat,
  form: 'value' | 'number' = 'value',
): Figure {
  const { shown } = summary[stat];
  return figure(provenance, `${at}/summary/${stat}`, form, form === 'value' ? shown.text : shown.number);
}

/**
 * `23.38 – 23.41 cycles`; `26 cycles` when both ends read the same, which then stands for both. Without the unit for a
 * table whose head states it.
 */
export function range(value: ShownMeasurement, low: Stat, high: Stat, form: 'value' | 'number' = 'value'): Words {
  const [from, to] = [statistic(value, low, form), statistic(value, high, form)];
  if (from.text === to.text) return [{ ...to, of: [...from.of, ...to.of] }];
  return [statistic(value, low, 'number'), ' – ', to];
}

/** The text alone. */
export function plainText(words: Words): string {
  return words.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** The attributes of a figure's element. */
export function figureData({ of, form }: Figure): { 'data-figure': string; 'data-form': string } {
  return { 'data-figure': of.join(' '), 'data-form': form };
}
