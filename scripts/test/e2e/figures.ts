/** What a page must print for a value of the evidence: read from the JSON file, and put through the formatter. */
import { bandwidthOf, formatBandwidth } from '../../../src/evidence/bandwidth.ts';
import { formatBytes, formatNumber, formatShare, formatValue, spreadOf } from '../../../src/evidence/format.ts';
import type { Unit } from '../../../src/schema/primitives.ts';
import { countOpcode } from '../../../src/schema/sass.ts';
import { evidence, type EvidenceFile } from './site.ts';

type Json = Record<string, unknown>;

/** The value at a JSON Pointer (RFC 6901), and what holds it, from the outside in. */
function follow(file: unknown, pointer: string): unknown[] {
  const steps = pointer.split('/').slice(1);
  const held: unknown[] = [file];
  for (const step of steps) {
    held.push((held.at(-1) as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]);
  }
  return held;
}

const asIs = (value: unknown): string => (typeof value === 'number' ? formatNumber(value) : String(value));

/** A statistic is printed to the digits that the spread of its samples leaves; a ratio to those of its interval. */
function withSpread(value: number, holder: Json, owner: Json): ReturnType<typeof formatValue> {
  if ('low' in holder) return formatValue(value, 'ratio', Number(holder['high']) - Number(holder['low']));
  return formatValue(value, owner['unit'] as Unit, spreadOf(holder as { q1: number; q3: number }));
}

/** Values of a packed vector of 32-bit words. */
export function laneValues({ type, data }: EvidenceFile['vectors'][number]): number[] {
  const bytes = Buffer.from(data, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, lane) => {
    if (type === 'f32') return bytes.readFloatLE(lane * 4);
    return type === 'u32' ? bytes.readUInt32LE(lane * 4) : bytes.readInt32LE(lane * 4);
  });
}

/** The text of a figure of that form. Throws Error for a form that this test does not know. */
function printed(file: EvidenceFile, pointer: string, form: string): string {
  const held = follow(file, pointer);
  const value = held.at(-1);
  const [kind = '', ...rest] = form.split(' ');
  const of = rest.at(-1) ?? '';
  switch (kind) {
    case 'value':
      return withSpread(Number(value), held.at(-2) as Json, held.at(-3) as Json).text;
    case 'number':
      return withSpread(Number(value), held.at(-2) as Json, held.at(-3) as Json).number;
    case 'as-is':
      return asIs(value);
    case 'length':
      return formatNumber((value as unknown[]).length);
    case 'share':
      return formatShare(Number(value));
    case 'bandwidth': {
      const bandwidth = bandwidthOf(value as Parameters<typeof bandwidthOf>[0]);
      return bandwidth === null ? 'no bandwidth' : formatBandwidth(bandwidth).number;
    }
    case 'bytes':
      return formatBytes(Number(value));
    case 'short-digest':
      return String(value).slice(0, 12);
    case 'command':
      return (value as string[]).join(' ');
    case 'spills': {
      const { spillStoreBytes, spillLoadBytes } = value as { spillStoreBytes: number; spillLoadBytes: number };
      const spilled = spillStoreBytes + spillLoadBytes;
      return spilled === 0 ? 'no spills' : `${formatBytes(spilled)} spilled`;
    }
    case 'opcode':
      return formatNumber(countOpcode(value as EvidenceFile['sass']['listings'][number], of));
    case 'lane':
      return String(laneValues(value as EvidenceFile['vectors'][number])[Number(of)]);
    case 'lanes':
      return String(laneValues(value as EvidenceFile['vectors'][number]).filter((held) => held === Number(of)).length);
    default:
      throw new Error(`no figure has the form "${form}"`);
  }
}

/** What must be printed for `lab/device#pointer`. */
export function printedFor(reference: string, form: string): string {
  const [, lab = '', device = '', pointer = ''] = /^([^/]+)\/([^#]+)#(.*)$/.exec(reference) ?? [];
  return printed(evidence(lab, device), pointer, form);
}
