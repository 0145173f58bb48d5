import { PATTERN_HOLDS, type Check } from './check.ts';
import { controlOf } from './control.ts';
import type { Envelope } from './evidence.ts';
import { failures } from './failures.ts';
import { comparisonFault } from './measurement.ts';
import { vectorFault } from './model.ts';
import { sanitizerVerdict } from './sanitizer.ts';
import { countOpcode } from './sass.ts';
import { parseSassItems } from './sass-item.ts';
import { judgeSassCheck } from './sass-judge.ts';

/** Something in a file that cannot be true beside the rest of it. */
export interface Contradiction {
  path: (string | number)[];
  message: string;
}

type Rule = (value: Envelope) => Contradiction[];

const LISTS = [
  'builds',
  'runs',
  'measurements',
  'comparisons',
  'checks',
  'sanitizers',
  'profiles',
  'vectors',
  'models',
] as const;

const idsAreThereOnce: Rule = (value) =>
  LISTS.flatMap((list) =>
    value[list].flatMap(({ id }, index) =>
      value[list].findIndex((other) => other.id === id) === index
        ? []
        : [{ path: [list, index, 'id'], message: `"${id}" is there twice` }],
    ),
  );

const inputsSayWhatWasVerified: Rule = ({ inputs }) => {
  const plans = inputs.filter(({ role }) => role === 'plan').length;
  return [
    ...(plans === 1 ? [] : [{ path: ['inputs'], message: `name ${String(plans)} plans, where one belongs` }]),
    ...(inputs.some(({ role }) => role === 'source') ? [] : [{ path: ['inputs'], message: 'name no source' }]),
    ...inputs.flatMap(({ path }, index) =>
      inputs.findIndex((other) => other.path === path) === index
        ? []
        : [{ path: ['inputs', index, 'path'], message: `"${path}" is there twice` }],
    ),
  ];
};

const runsHaveTheirBuild: Rule = ({ builds, runs }) =>
  runs.flatMap(({ build }, index) => {
    const found = builds.find(({ id }) => id === build);
    if (build === null || found?.result.status === 'ok') return [];
    const what = found === undefined ? 'no build' : `a build that is ${found.result.status}`;
    return [{ path: ['runs', index, 'build'], message: `names ${what}: "${build}"` }];
  });

/** What a program reported names the run it came from, and that run took place. */
const reportsHaveTheirRun: Rule = (value) => {
  const tookPlace = new Set(
    value.runs.filter(({ ended: { kind } }) => kind !== 'skipped' && kind !== 'not-started').map(({ id }) => id),
  );
  const fault = (path: Contradiction['path'], run: string): Contradiction[] =>
    tookPlace.has(run) ? [] : [{ path, message: `names no run that took place: "${run}"` }];
  return [
    ...value.measurements.flatMap(({ run }, index) => fault(['measurements', index, 'run'], run)),
    ...value.vectors.flatMap(({ run }, index) => fault(['vectors', index, 'run'], run)),
    ...value.checks.flatMap(({ origin, result }, index) =>
      origin.kind === 'run' && result.status !== 'not-reported' ? fault(['checks', index, 'origin'], origin.run) : [],
    ),
  ];
};

const comparisonsFollow: Rule = ({ measurements, comparisons }) =>
  comparisons.flatMap((one, index) => {
    const first = measurements.find(({ id }) => id === one.first);
    const second = measurements.find(({ id }) => id === one.second);
    const message =
      first === undefined || second === undefined
        ? 'compares a measurement that is not in the file'
        : comparisonFault(one, first, second);
    return message === null ? [] : [{ path: ['comparisons', index], message }];
  });

/** A count of instructions is that of the listing, where the file holds it. */
const countsFollow: Rule = ({ sass, checks }) => {
  const counted = ({ origin, result }: Check): string | null => {
    if (origin.kind !== 'sass' || result.status !== 'judged') return null;
    const listing = sass.listings.find(({ build, kernel }) => build === origin.build && kernel === origin.kernel);
    const found = listing === undefined ? result.got : countOpcode(listing, origin.opcode);
    return found === result.got ? null : `states ${String(result.got)}, but the listing holds ${String(found)}`;
  };
  return checks.flatMap((one, index) => {
    const message = counted(one);
    return message === null ? [] : [{ path: ['checks', index, 'result', 'got'], message }];
  });
};

/** What cannot be true of a check of a pattern; null when it follows from its build and, where the file holds it, the listing. */
function patternFault({ origin, kind, result }: Check, { builds, sass }: Envelope): string | null {
  if (origin.kind !== 'sass-pattern') return null;
  const build = builds.find(({ id }) => id === origin.build);
  const isOf = build?.variant === 'release' && build.targets.join() === origin.target;
  if (!isOf || build.result.status !== 'ok') {
    return `names no release build for ${origin.target} that is ok: "${origin.build}"`;
  }
  const items = parseSassItems(origin.text);
  if (items === null) return `cannot be read: ${origin.text}`;
  if (kind !== 'gate') return 'is an observation, but a pattern beside a kernel is a gate';
  if (result.status === 'not-reported') return null;
  if (result.status === 'recorded' || result.expected !== PATTERN_HOLDS) return `does not expect "${PATTERN_HOLDS}"`;
  const listing = sass.listings.find((one) => one.build === origin.build && one.kernel === origin.kernel);
  if (listing === undefined) return null;
  const verdict = judgeSassCheck(items, listing);
  if (verdict.holds === result.holds) return null;
  const found = verdict.holds ? 'it holds' : verdict.fault;
  return `states "${String(result.got)}", but by the listing ${found}`;
}

const patternsFollow: Rule = (value) =>
  value.checks.flatMap((one, index) => {
    const message = patternFault(one, value);
    return message === null ? [] : [{ path: ['checks', index], message }];
  });

/** Scheduling fields are those of the encoding, on every instruction of a target whose layout the file names. */
const controlFollows: Rule = ({ sass: { listings, controlLayouts = [] } }) =>
  listings.flatMap(({ target, instructions }, index) => {
    const isNamed = controlLayouts.some((one) => one.target === target);
    const at = instructions.findIndex((one) => one.control !== (isNamed ? controlOf(target, one) : undefined));
    if (at === -1) return [];
    const message = isNamed ? 'is not what the encoding says' : `is stated, and no source of the layout of ${target}`;
    return [{ path: ['sass', 'listings', index, 'instructions', at, 'control'], message }];
  });

const listingsHaveTheirBuild: Rule = ({ builds, sass }) =>
  sass.listings.flatMap(({ build, kernel }, index) => {
    if (builds.find(({ id }) => id === build)?.result.status !== 'ok') {
      return [{ path: ['sass', 'listings', index, 'build'], message: `names no build that is ok: "${build}"` }];
    }
    return sass.listings.findIndex((other) => other.build === build && other.kernel === kernel) === index
      ? []
      : [{ path: ['sass', 'listings', index], message: `${kernel} of ${build} is there twice` }];
  });

const vectorsHaveTheirSize: Rule = ({ vectors }) =>
  vectors.flatMap((one, index) => {
    const message = vectorFault(one);
    return message === null ? [] : [{ path: ['vectors', index, 'data'], message }];
  });

const sanitizersFollow: Rule = ({ sanitizers, capture }) =>
  sanitizers.flatMap((one, index) => {
    const expected = sanitizerVerdict(one);
    if (one.control !== null && one.control.session !== capture.session) {
      return [{ path: ['sanitizers', index, 'control'], message: 'is of another session' }];
    }
    return expected === one.verdict
      ? []
      : [{ path: ['sanitizers', index, 'verdict'], message: `is "${one.verdict}", but what came says "${expected}"` }];
  });

const nothingRanWithoutADevice: Rule = (value) => {
  if (value.device.kind !== 'none') return [];
  const reported = value.checks.filter(
    ({ origin, result }) => origin.kind === 'run' && result.status !== 'not-reported',
  );
  const lists = { ...value, checks: reported };
  return (['measurements', 'vectors', 'profiles', 'sanitizers', 'checks'] as const)
    .filter((list) => lists[list].length > 0)
    .map((list) => ({ path: [list], message: 'no device was reached, so nothing can have been measured' }));
};

const verdictFollows: Rule = (value) => {
  const [reason] = failures(value);
  const expected = reason === undefined ? 'passed' : 'failed';
  if (value.verdict === expected) return [];
  return [{ path: ['verdict'], message: `is "${value.verdict}", but ${reason ?? 'every gate holds'}` }];
};

const RULES: readonly Rule[] = [
  idsAreThereOnce,
  inputsSayWhatWasVerified,
  runsHaveTheirBuild,
  reportsHaveTheirRun,
  comparisonsFollow,
  countsFollow,
  patternsFollow,
  controlFollows,
  listingsHaveTheirBuild,
  vectorsHaveTheirSize,
  sanitizersFollow,
  nothingRanWithoutADevice,
  verdictFollows,
];

/** Everything in an evidence file that the rest of it contradicts. */
export function contradictions(value: Envelope): Contradiction[] {
  return RULES.flatMap((rule) => rule(value));
}
