import type { Check } from '../schema/check.ts';
import type { Comparison, Measurement } from '../schema/measurement.ts';
import { chooseEvidence, findById, type Chosen } from './choose.ts';
import type { PageContext } from './context.ts';
import { formatNumber, formatShare, formatValue, spreadOf } from './format.ts';
import { Problem, problemsOf, type Place, type ProblemDetails } from './problem.ts';
import type { CheckedRequest, ChecksRequest, ComparedRequest, MeasuredRequest, SamplesRequest } from './requests.ts';
import type {
  CheckPart,
  ShownCheck,
  ShownChecks,
  ShownComparison,
  ShownMeasurement,
  ShownSamples,
  Stat,
} from './shown.ts';

function shownMeasurement(found: Measurement, stat: Stat, { evidence, provenance }: Chosen): ShownMeasurement {
  const { id, description, unit, samples, discarded, method, conditions, summary } = found;
  const show = (one: Stat): ShownMeasurement['summary'][Stat] => ({
    raw: summary[one],
    shown: formatValue(summary[one], unit, spreadOf(summary)),
  });
  const all = { min: show('min'), q1: show('q1'), median: show('median'), q3: show('q3'), max: show('max') };
  const { raw, shown } = all[stat];
  return {
    at: `/measurements/${String(evidence.measurements.indexOf(found))}`,
    id,
    description,
    stat,
    unit,
    raw,
    shown,
    summary: all,
    n: summary.n,
    samples,
    discarded,
    method,
    conditions,
    provenance,
  };
}

/** One statistic of a measurement. Throws Problem when the id is unknown or the unit is not exactly the stated one. */
export function resolveMeasurement(context: PageContext, request: MeasuredRequest, place: Place): ShownMeasurement {
  const chosen = chooseEvidence(context, request, place);
  const found = findById('measurement', chosen.evidence.measurements, request.id, chosen, place);
  if (found.unit !== request.unit) {
    throw new Problem({
      place,
      cause: `The unit of "${found.id}" is not the one stated.`,
      expected: `unit "${found.unit}", as in ${chosen.provenance.file}`,
      found: `unit "${request.unit}"`,
      remedy: `Write unit="${found.unit}", and see that the sentence still says what it should.`,
    });
  }
  return shownMeasurement(found, request.stat, chosen);
}

const VERDICTS = { faster: 'faster', slower: 'slower', 'no-clear-difference': 'no clear difference' } as const;

function shownComparison(found: Comparison, { evidence, provenance }: Chosen): ShownComparison {
  const { id, description, first, second, interval, verdict } = found;
  const show = (raw: number): ShownComparison['ratio'] => ({
    raw,
    shown: formatValue(raw, 'ratio', interval.high - interval.low),
  });
  return {
    at: `/comparisons/${String(evidence.comparisons.indexOf(found))}`,
    id,
    description,
    first,
    second,
    ratio: show(interval.ratio),
    low: show(interval.low),
    high: show(interval.high),
    confidence: formatShare(interval.confidence),
    leastEffect: formatShare(interval.leastEffect),
    verdict,
    verdictText: VERDICTS[verdict],
    provenance,
  };
}

/** The ratio of two measurements with its interval and verdict. Throws Problem when the id is unknown. */
export function resolveComparison(context: PageContext, request: ComparedRequest, place: Place): ShownComparison {
  const chosen = chooseEvidence(context, request, place);
  return shownComparison(findById('comparison', chosen.evidence.comparisons, request.id, chosen, place), chosen);
}

const inPrint = (value: number | string | boolean): string =>
  typeof value === 'number' ? formatNumber(value) : String(value);

/** The parts of a check that can be quoted. What nobody judged has no expected value, what nobody reported has none. */
function partsOf({ result }: Check): Partial<Record<CheckPart, number | string | boolean>> & { verdict: string } {
  switch (result.status) {
    case 'judged':
      return { got: result.got, expected: result.expected, verdict: result.holds ? 'holds' : 'does not hold' };
    case 'recorded':
      return { got: result.got, verdict: 'recorded' };
    case 'not-reported':
      return { verdict: 'not reported' };
  }
}

const inPrintOrNull = (value: number | string | boolean | undefined): string | null =>
  value === undefined ? null : inPrint(value);

/** One part of a check. Throws Problem when the id is unknown or the check has no such part. */
export function resolveCheck(context: PageContext, { id, part, ...where }: CheckedRequest, place: Place): ShownCheck {
  const chosen = chooseEvidence(context, where, place);
  const found = findById('check', chosen.evidence.checks, id, chosen, place);
  const parts = partsOf(found);
  const raw = parts[part];
  if (raw === undefined) {
    throw new Problem({
      place,
      cause: `The check "${id}" has no ${part} value: it is ${parts.verdict}.`,
      expected: `a check with the part "${part}"`,
      found: `one with ${Object.keys(parts).join(' and ')}`,
      remedy: `Quote a part that it has, or repair the program and run: npx lockstep verify ${chosen.provenance.lab}`,
    });
  }
  return {
    at: `/checks/${String(chosen.evidence.checks.indexOf(found))}`,
    id,
    description: found.description,
    kind: found.kind,
    part,
    raw,
    text: inPrint(raw),
    expected: inPrintOrNull(parts.expected),
    got: inPrintOrNull(parts.got),
    verdictText: parts.verdict,
    provenance: chosen.provenance,
  };
}

/** Checks side by side, each with what was expected and what came. Throws Problem for an unknown id. */
export function resolveChecks(
  context: PageContext,
  { ids, caption, ...where }: ChecksRequest,
  place: Place,
): ShownChecks {
  return { caption, rows: ids.map((id) => resolveCheck(context, { id, part: 'got', ...where }, place)) };
}

/** Measurements side by side. Throws Problem for an unknown id, an id given twice, or units that differ. */
export function resolveSamples(
  context: PageContext,
  { ids, caption, ...where }: SamplesRequest,
  place: Place,
): ShownSamples {
  const chosen = chooseEvidence(context, where, place);
  const found = ids.map((id) => findById('measurement', chosen.evidence.measurements, id, chosen, place));
  const units = [...new Set(found.map(({ unit }) => unit))];
  const [unit] = units;
  if (unit === undefined || units.length > 1 || new Set(ids).size !== ids.length) {
    throw new Problem({
      place,
      cause: 'Measurements in one table have one unit and stand in it once.',
      expected: 'different ids of one unit',
      found: found.map((one) => `"${one.id}" in ${one.unit}`).join(', '),
      remedy: 'Write a <Samples> for each unit.',
    });
  }
  const inTable = new Set(ids);
  return {
    caption,
    unit,
    rows: found.map((one) => shownMeasurement(one, 'median', chosen)),
    comparisons: chosen.evidence.comparisons
      .filter(({ first, second }) => inTable.has(first) && inTable.has(second))
      .map((one) => shownComparison(one, chosen)),
  };
}

/**
 * The first measurement of the page's own lab whose samples vary, else the first; null when the page has no lab or its
 * lab measures nothing. Throws Problem or Problems when the lab cannot be quoted.
 */
export function firstMeasurement(context: PageContext): ShownMeasurement | null {
  if (context.labs[context.lab] === undefined) return null;
  const chosen = chooseEvidence(context, {}, { file: context.page.file });
  const { measurements } = chosen.evidence;
  const first = measurements.find(({ summary }) => spreadOf(summary) > 0) ?? measurements[0];
  return first === undefined ? null : shownMeasurement(first, 'median', chosen);
}

/** What the home page shows of its days: the first value that one of them has, and why others have none. */
export interface ShownExhibit {
  /** Its place among the days, from 0. */
  shown: { at: number; value: ShownMeasurement } | null;
  problems: ProblemDetails[];
}

/** The value that stands for the course. What is wrong with a lab is not passed over for the next. */
export function resolveExhibit(days: readonly PageContext[]): ShownExhibit {
  const exhibit: ShownExhibit = { shown: null, problems: [] };
  for (const [at, day] of days.entries()) {
    try {
      const value = firstMeasurement(day);
      if (value !== null) exhibit.shown ??= { at, value };
    } catch (error) {
      const problems = problemsOf(error);
      if (problems === null) throw error;
      exhibit.problems.push(...problems);
    }
  }
  return exhibit;
}
