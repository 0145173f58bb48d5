import type { Change, EvidenceDiff, ListingChange, MeasurementDiff } from '../../../src/evidence/diff.ts';
import { formatCount, formatNumber, formatShare, formatValue, spreadOf } from '../../../src/evidence/format.ts';
import { unit } from '../../../src/schema/primitives.ts';
import type { Summary } from '../../../src/schema/statistics.ts';

const CONTEXT = 2;
const LONG = 160;

/** What two long texts say where they part; both whole when they are short. */
function sides(before: string, after: string): [string, string] {
  if (before.length <= LONG && after.length <= LONG) return [before, after];
  let from = 0;
  while (before[from] === after[from]) from += 1;
  const part = (text: string): string =>
    `(they part at character ${formatNumber(from + 1)}) …${text.slice(Math.max(0, from - 30), from + 60)}…`;
  return [part(before), part(after)];
}

const indented = (mark: string, text: string): string => `    ${mark} ${text.split('\n').join('\n      ')}`;

function changeText({ what, before, after }: Change): string {
  const [one, other] = sides(before ?? '', after ?? '');
  return [
    `  ${what}`,
    ...(before === null ? [] : [indented('-', one)]),
    ...(after === null ? [] : [indented('+', other)]),
  ].join('\n');
}

const MARKS = { kept: ' ', removed: '-', added: '+' } as const;

/** The edits with the lines around them; a line of dots stands for the rest. */
function editLines({ edits }: ListingChange): string[] {
  const near = edits.map((_, index) =>
    edits.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'kept'),
  );
  return edits.flatMap(({ kind, text }, index) => {
    if (near[index] === true) return [indented(MARKS[kind], text)];
    return near[index - 1] === true || index === 0 ? [indented(' ', '…')] : [];
  });
}

function listingText(change: ListingChange): string {
  const { kernel, build, kind, before, after, reencoded } = change;
  const name = `  ${kernel} of ${build}: `;
  switch (kind) {
    case 'only-before':
      return `${name}listed before only`;
    case 'only-after':
      return `${name}listed after only`;
    case 're-encoded':
      return `${name}the same instructions, ${formatNumber(reencoded)} of ${formatNumber(before ?? 0)} with other bits`;
    case 'changed':
      return [
        `${name}${formatNumber(before ?? 0)} -> ${formatCount(after ?? 0, 'instruction')}`,
        ...editLines(change),
      ].join('\n');
  }
}

function median(summary: Summary, unitText: string): string {
  const known = unit.safeParse(unitText);
  if (!known.success) return `${String(summary.median)} ${unitText}`;
  return formatValue(summary.median, known.data, spreadOf(summary)).text.replaceAll('\u202f', ' ');
}

const VERDICTS = {
  lower: 'lower',
  higher: 'higher',
  'no-clear-difference': 'no clear difference',
  'only-before': 'measured before only',
  'only-after': 'measured after only',
  'not-comparable': 'not comparable',
} as const;

function measurementText({ id, unit: name, before, after, interval, verdict, reason }: MeasurementDiff): string {
  const medians = [before, after].flatMap((one) => (one === null ? [] : [median(one, name)])).join(' -> ');
  const ratio =
    interval === null
      ? ''
      : `, ${interval.ratio.toFixed(3)}x (${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})`;
  return `  ${id}: ${medians}${ratio}: ${VERDICTS[verdict]}${reason === null ? '' : `, ${reason}`}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}\n${lines.join('\n')}`];
}

function noiseText({ noise, measurements }: EvidenceDiff): string[] {
  if (measurements.every(({ interval }) => interval === null)) return [];
  return [
    `  (ratio of medians, after over before, with a ${formatShare(noise.confidence)} interval by unpaired bootstrap: the two`,
    `  were not sampled in turn, so differences under ${formatShare(noise.leastEffect)} get no verdict)`,
  ];
}

const sideText = (mark: string, { lab, deviceSlug, capturedAt }: EvidenceDiff['before']): string =>
  `${mark} ${lab} on ${deviceSlug}, captured ${capturedAt}`;

/** The comparison for a person to read: only what differs, and every measurement. */
export function asText(diff: EvidenceDiff): string {
  const { facts, missing, listings, measurements, readings } = diff;
  return [
    `${sideText('-', diff.before)}\n${sideText('+', diff.after)}`,
    ...Object.entries(facts).flatMap(([name, part]) => section(name, part.map(changeText))),
    ...section('targets without machine code', missing.map(changeText)),
    ...section('machine code', listings.map(listingText)),
    ...section('measurements', [...measurements.map(measurementText), ...noiseText(diff)]),
    ...section('counters, each read once (no verdict)', readings.map(changeText)),
    diff.same ? 'The same, but for noise.' : 'They differ.',
  ].join('\n\n');
}
