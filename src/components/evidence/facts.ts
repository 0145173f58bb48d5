/** What a record says of its value, term by term. */
import { figure, range, statistic, type Figure, type Words } from '../../evidence/figure.ts';
import { formatNumber } from '../../evidence/format.ts';
import type { ShownCheck, ShownComparison, ShownMeasurement } from '../../evidence/shown.ts';
import { clockWords, discardReasons, heldBy } from './conditions.ts';
import { describeMethod } from './method.ts';
import type { Recorded } from './records.ts';

export type Fact = [term: string, words: Words];

/** How many samples a measurement rests on. */
export const sampleCount = ({ at, n, provenance }: ShownMeasurement): Figure =>
  figure(provenance, `${at}/summary/n`, 'as-is', formatNumber(n));

/** What a check had to give; `nothing` where no answer is right. */
export const expectedOf = ({ at, expected, provenance }: ShownCheck): Words =>
  expected === null ? ['nothing'] : [figure(provenance, `${at}/result/expected`, 'as-is', expected)];

function measurementFacts(value: ShownMeasurement): Fact[] {
  const { at, discarded, method, provenance } = value;
  const left = figure(provenance, `${at}/discarded`, 'length', formatNumber(discarded.length));
  const held = heldBy(value);
  return [
    ['median', [statistic(value, 'median')]],
    ['quartiles', range(value, 'q1', 'q3')],
    ['least to most', range(value, 'min', 'max')],
    [
      'samples',
      [sampleCount(value), ...(discarded.length === 0 ? [] : [', and ', left, ` discarded: ${discardReasons(value)}`])],
    ],
    ['timed', [method.timed]],
    ['method', [describeMethod(method, discarded.length)]],
    ['SM clock', clockWords(value)],
    ...(held === null ? [] : [['clock held by', [held]] satisfies Fact]),
  ];
}

const ratio = ({ at, provenance, ...value }: ShownComparison, bound: 'ratio' | 'low' | 'high'): Figure =>
  figure(provenance, `${at}/interval/${bound}`, 'value', value[bound].shown.text);

function comparisonFacts(value: ShownComparison): Fact[] {
  const { at, confidence, leastEffect, provenance } = value;
  const share = (name: string, text: string): Figure => figure(provenance, `${at}/interval/${name}`, 'share', text);
  return [
    ['verdict', [value.verdictText]],
    [
      'interval',
      [ratio(value, 'low'), ' – ', ratio(value, 'high'), ', ', share('confidence', confidence), ' confidence'],
    ],
    ['least effect', [share('leastEffect', leastEffect), ': a smaller difference gets no verdict']],
    ['first', [value.first]],
    ['second', [value.second]],
  ];
}

const gotOf = ({ at, provenance, verdictText }: ShownCheck, got: string | null): Words =>
  got === null ? [verdictText] : [figure(provenance, `${at}/result/got`, 'as-is', got)];

function checkFacts(value: ShownCheck): Fact[] {
  const { kind, expected, got, verdictText } = value;
  return [
    ['verdict', [kind === 'gate' ? verdictText : 'observed, not required']],
    ...(expected === null ? [] : [['expected', expectedOf(value)] satisfies Fact]),
    ...(got === null ? [] : [['got', gotOf(value, got)] satisfies Fact]),
  ];
}

/** What the record says that is its own, the head apart. */
export function factsOf(recorded: Recorded): Fact[] {
  switch (recorded.kind) {
    case 'measurement':
      return measurementFacts(recorded.value);
    case 'comparison':
      return comparisonFacts(recorded.value);
    case 'check':
      return checkFacts(recorded.value);
  }
}

/** The value that heads the record. */
export function headOf(recorded: Recorded): Words {
  switch (recorded.kind) {
    case 'measurement':
      return [statistic(recorded.value, 'median')];
    case 'comparison':
      return [ratio(recorded.value, 'ratio'), `, ${recorded.value.verdictText}`];
    case 'check':
      return gotOf(recorded.value, recorded.value.got);
  }
}
