import { raceMessage, withoutAddresses } from './sanitizer-records.ts';
import type { Frame, SanitizerRecord } from './sanitizer-records.ts';
import { allText, childOf, parseXml, textOf } from './xml.ts';
import type { XmlElement } from './xml.ts';

const SEVERITIES = { error: 'error', warning: 'warning', info: 'info' } as const;

function severityOf(record: XmlElement): SanitizerRecord['severity'] {
  const level = textOf(record, 'level')?.toLowerCase() ?? 'error';
  return level in SEVERITIES ? SEVERITIES[level as keyof typeof SEVERITIES] : 'error';
}

/** A positive line number; null for none. */
const lineOf = (where: XmlElement | undefined): number | null => Number(textOf(where, 'line')) || null;

const frameOf = (where: XmlElement): Frame => ({
  function: textOf(where, 'func'),
  file: textOf(where, 'path'),
  line: lineOf(where),
});

/** Where the record was, then the functions around it up to the kernel. A race has its place inside its source. */
function framesOf(record: XmlElement): Frame[] {
  const what = childOf(record, 'what');
  const where = childOf(record, 'where') ?? childOf(childOf(what, 'source'), 'where');
  const around = childOf(record, 'deviceStack')?.children.filter(({ name }) => name === 'frame') ?? [];
  return [...(where === undefined ? [] : [where]), ...around].map(frameOf);
}

/** The accesses of a race: its source, then its destinations. Empty for any other record. */
function accessesOf(what: XmlElement): { access: string; line: number | null }[] {
  return what.children
    .filter(({ name }) => name === 'source' || name === 'destination')
    .map((one) => ({ access: textOf(one, 'direction') ?? 'access', line: lineOf(childOf(one, 'where')) }));
}

function messageOf(what: XmlElement): string {
  const accesses = accessesOf(what);
  if (accesses.length > 0) return raceMessage(accesses);
  const [text, type] = [textOf(what, 'text'), textOf(what, 'type')];
  const rest = what.children.filter(({ name }) => name !== 'text' && name !== 'type').map(allText);
  const parts = [text, type, ...rest].filter((part) => part !== null && part !== '');
  return withoutAddresses(parts.join(': ')) || 'a record without words';
}

function recordOf(record: XmlElement): SanitizerRecord {
  const what = childOf(record, 'what') ?? record;
  return {
    severity: severityOf(record),
    words: `${textOf(record, 'kind') ?? record.name}: ${allText(what)}`,
    message: messageOf(what),
    frames: framesOf(record),
  };
}

/**
 * Reads what compute-sanitizer saved with --xml: one record for each element inside, of whatever name. Throws a Problem
 * for a file that is cut off or is no XML.
 */
export function parseSanitizerXml(xml: string): SanitizerRecord[] {
  return parseXml('compute-sanitizer', xml).children.map(recordOf);
}
