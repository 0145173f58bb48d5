/** What two evidence files state as plain facts, each under a name, so that two files are compared name by name. */
import type { FunctionResources, KernelResources } from '../schema/build.ts';
import { checkOutcome } from '../schema/check.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { CudaError, Ended } from '../schema/outcome.ts';
import type { Sanitizer } from '../schema/sanitizer.ts';

/** A fact that differs. Null where a file does not state it. */
export interface Change {
  what: string;
  before: string | null;
  after: string | null;
}

export type Facts = ReadonlyMap<string, string>;

/** Facts that differ, in the order of the first file, then those that only the second has. */
export function changes(before: Facts, after: Facts): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((what) => ({ what, before: before.get(what) ?? null, after: after.get(what) ?? null }))
    .filter((one) => one.before !== one.after);
}

/** Two captures are compared by what they say, whatever their digests. */
export type Content = Omit<Evidence, 'digest'>;

type Part = (evidence: Content) => [string, string][];

const identity: Part = ({ lab, deviceSlug, method, verdict }) => [
  ['lab', lab],
  ['device', deviceSlug],
  ['method of measuring', String(method.version)],
  ['verdict', verdict],
];

const device: Part = ({ device: found }) => Object.entries(found).map(([name, value]) => [name, String(value)]);

const toolchain: Part = (evidence) =>
  Object.entries(evidence.toolchain).map(([name, tool]) => [
    name,
    tool.status === 'found' ? tool.line : `unavailable: ${tool.said}`,
  ]);

const inputs: Part = (evidence) => evidence.inputs.map(({ path, role, sha256 }) => [path, `${role}, sha256 ${sha256}`]);

const builds: Part = (evidence) =>
  evidence.builds.flatMap(
    ({ id, command, result }): [string, string][] =>
      [
        [id, result.status],
        [`${id} command`, command.join(' ')],
        ...(result.status === 'ok'
          ? [[`${id} warnings`, result.warnings.map(({ text }) => text).join('\n') || 'none']]
          : []),
        ...(result.status === 'ok' && result.elfFiles !== undefined
          ? [[`${id} ELF files`, result.elfFiles.join(', ')]]
          : []),
      ] as [string, string][],
  );

const frameOf = ({ stackBytes, spillStoreBytes, spillLoadBytes }: FunctionResources): string =>
  `${String(stackBytes)} B stack, ${String(spillStoreBytes)} B stored and ${String(spillLoadBytes)} B loaded by spills`;

const usesOf = (kernel: KernelResources): string =>
  [
    `${String(kernel.registers)} registers`,
    `${String(kernel.sharedBytes)} B shared`,
    frameOf(kernel),
    `${String(kernel.barriers)} barriers`,
  ].join(', ');

const resources: Part = (evidence) =>
  evidence.builds.flatMap(({ id, result }) =>
    result.status === 'ok'
      ? [
          ...result.kernels.map((kernel): [string, string] => [`${id} ${kernel.symbol}`, usesOf(kernel)]),
          ...(result.functions ?? []).map((one): [string, string] => [`${id} ${one.symbol}, called`, frameOf(one)]),
        ]
      : [],
  );

/** How a process ended, in words. */
function ending(ended: Ended, error: CudaError | null = null): string {
  const cuda = error === null ? '' : `, ${error.name} (${String(error.code)})`;
  switch (ended.kind) {
    case 'exited':
      return `exited with ${String(ended.code)}${cuda}`;
    case 'signalled':
      return `ended by ${ended.signal}${cuda}`;
    case 'timed-out':
      return `timed out after ${String(ended.afterSeconds)} s${cuda}`;
    case 'not-started':
    case 'skipped':
      return `${ended.kind}: ${ended.reason}`;
  }
}

const runs: Part = (evidence) => evidence.runs.map(({ id, ended, cudaError }) => [id, ending(ended, cudaError)]);

const checks: Part = (evidence) => evidence.checks.map((one) => [one.id, checkOutcome(one)]);

const comparisons: Part = (evidence) => evidence.comparisons.map(({ id, verdict }) => [id, verdict]);

function sanitizerOutcome({ verdict, ended, findings, summaryLine }: Sanitizer): string {
  const found = findings.map(({ kind, kernel, file, line, count }) =>
    [`${kind} x${String(count)}`, kernel, file === null ? null : `${file}:${String(line)}`]
      .filter((part) => part !== null)
      .join(' '),
  );
  return [verdict, ending(ended), found.join(', ') || 'no finding', summaryLine ?? 'no summary'].join('; ');
}

const sanitizers: Part = (evidence) => evidence.sanitizers.map((one) => [one.id, sanitizerOutcome(one)]);

const profiles: Part = (evidence) => evidence.profiles.map(({ id, result }) => [id, result.status]);

const vectors: Part = (evidence) =>
  evidence.vectors.flatMap(({ id, type, shape, seed, encoding, data }) => [
    [id, `${type} ${shape.join('x')}, seed ${seed ?? 'none'}`],
    [`${id} data`, `${encoding} ${data}`],
  ]);

const models: Part = (evidence) =>
  evidence.models.map(({ id, model, result }) => [
    id,
    result.status === 'compared'
      ? `${model.name}: ${String(result.differing)} of ${String(result.compared)} differ`
      : `${model.name}: ${ending(result.ended)}`,
  ]);

/** The parts of a file that are compared fact by fact. */
export const FACTS = {
  identity,
  device,
  toolchain,
  inputs,
  builds,
  resources,
  runs,
  checks,
  comparisons,
  sanitizers,
  profiles,
  vectors,
  models,
} satisfies Record<string, Part>;

/** Counters that were read: single readings, of which nobody knows the noise. */
export const readings: Part = (evidence) =>
  evidence.profiles.flatMap(({ id, result }) =>
    result.status === 'read'
      ? result.metrics.map(({ name, unit, value }): [string, string] => [
          `${id} ${name}`,
          `${String(value)} ${unit}`.trim(),
        ])
      : [],
  );

export const changesOf = (part: Part, before: Content, after: Content): Change[] =>
  changes(new Map(part(before)), new Map(part(after)));
