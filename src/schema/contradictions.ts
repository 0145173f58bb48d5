import type { Envelope } from './evidence.ts';
import { failures } from './failures.ts';
import { comparisonFault } from './measurement.ts';
import { vectorFault } from './model.ts';
import { sanitizerVerdict } from './sanitizer.ts';
import { SASS_RULES } from './sass-contradictions.ts';

/** Something in a file that cannot be true beside the rest of it. */
export interface Contradiction {
  path: (string | number)[];
  message: string;
}

/** What one rule finds. */
export type Rule = (value: Envelope) => Contradiction[];

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

/** A control of another lab is as it is by that lab's files. */
const controlsHaveTheirFiles: Rule = ({ lab, inputs, sanitizers }) =>
  sanitizers.flatMap(({ control }, index) => {
    if (control === null || control.lab === lab) return [];
    const files = inputs.filter(({ path }) => path.startsWith(`code/${control.lab}/`));
    if (files.length > 1 && files.some(({ path }) => path === `code/${control.lab}/plan.json`)) return [];
    const message = `is of "${control.lab}", whose plan and sources are not among the inputs`;
    return [{ path: ['sanitizers', index, 'control', 'lab'], message }];
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
  ...SASS_RULES,
  vectorsHaveTheirSize,
  sanitizersFollow,
  controlsHaveTheirFiles,
  nothingRanWithoutADevice,
  verdictFollows,
];

/** Everything in an evidence file that the rest of it contradicts. */
export function contradictions(value: Envelope): Contradiction[] {
  return RULES.flatMap((rule) => rule(value));
}
