/** What a result depends on beside the text of its page, in facts: device, state, tools, builds, inputs. */
import { describeClockEvents } from '../../evidence/clock-events.ts';
import { figure, type Figure, type Form, type Words } from '../../evidence/figure.ts';
import { formatBytes, formatDate, formatNumber } from '../../evidence/format.ts';
import type { ShownEnvironment } from '../../evidence/shown.ts';
import type { Evidence } from '../../schema/evidence.ts';
import type { Fact } from './facts.ts';

/** Hexadecimal digits that tell files apart by eye. */
const SHORT_DIGEST = 12;

/** A figure of this evidence. */
type At = (pointer: string, form: Form, text: string) => Figure;

const number = (at: At, pointer: string, value: number): Figure => at(pointer, 'as-is', formatNumber(value));
const bytes = (at: At, pointer: string, value: number): Figure => at(pointer, 'bytes', formatBytes(value));

function deviceFacts({ device }: Evidence, at: At): Fact[] {
  if (device.kind === 'none') return [['device', [`none was reached: ${device.reason}`]]];
  if (device.kind === 'cpu') {
    return [
      ['device', [device.name]],
      ['architecture', [device.architecture]],
      ['logical cores', [number(at, '/device/logicalCores', device.logicalCores)]],
      ['memory', [bytes(at, '/device/memoryBytes', device.memoryBytes)]],
      ['system', [device.operatingSystem]],
    ];
  }
  return [
    ['device', [device.name]],
    ['compute capability', [at('/device/computeCapability', 'as-is', device.computeCapability)]],
    ['multiprocessors', [number(at, '/device/multiprocessors', device.multiprocessors)]],
    ['L2 cache', [bytes(at, '/device/l2Bytes', device.l2Bytes)]],
    ['memory', [bytes(at, '/device/memoryBytes', device.memoryBytes)]],
    ['ECC, MIG', [`${device.ecc}, ${device.mig}`]],
    [
      'driver',
      [
        at('/device/driver', 'as-is', device.driver),
        ', for CUDA up to ',
        at('/device/cudaDriver', 'as-is', device.cudaDriver),
      ],
    ],
    ['CUDA runtime', [at('/device/cudaRuntime', 'as-is', device.cudaRuntime)]],
  ];
}

/** Clocks, power and temperature at one instant, and what held the clocks. */
function stateFacts(when: 'before' | 'after', { capture }: Evidence, at: At): Fact[] {
  const key = when === 'before' ? 'stateBefore' : 'stateAfter';
  const state = capture[key];
  if (state.status === 'unavailable') return [[`clocks ${when}`, [`not read: ${state.reason}`]]];
  const { smClockMHz, maxSmClockMHz, powerWatts, temperatureCelsius, throttleReasons } = state;
  const read = (name: string, value: number | null, unit: string): Words =>
    value === null ? [] : [', ', number(at, `/capture/${key}/${name}`, value), ` ${unit}`];
  return [
    [
      `clocks ${when}`,
      [
        number(at, `/capture/${key}/smClockMHz`, smClockMHz),
        ' of ',
        number(at, `/capture/${key}/maxSmClockMHz`, maxSmClockMHz),
        ' MHz',
        ...read('powerWatts', powerWatts, 'W'),
        ...read('temperatureCelsius', temperatureCelsius, '°C'),
      ],
    ],
    [`clocks held ${when} by`, [describeClockEvents(throttleReasons)]],
  ];
}

function toolFacts({ toolchain }: Evidence, at: At): Fact[] {
  return Object.entries(toolchain).map(([name, tool]): Fact => [
    name,
    tool.status === 'found' ? [at(`/toolchain/${name}/version`, 'as-is', tool.version)] : [`unavailable: ${tool.said}`],
  ]);
}

/** Device, state and tools. */
export function environmentFacts({ evidence, provenance }: ShownEnvironment): Fact[] {
  const at: At = (pointer, form, text) => figure(provenance, pointer, form, text);
  const { at: time, tool } = evidence.capture;
  return [
    ...deviceFacts(evidence, at),
    ...stateFacts('before', evidence, at),
    ...stateFacts('after', evidence, at),
    ...toolFacts(evidence, at),
    ['captured', [`${formatDate(time)}, by ${tool.name} ${tool.version}`]],
    ['command', [provenance.reproduce]],
  ];
}

const OUTCOMES: Record<Evidence['builds'][number]['result']['status'], string | null> = {
  ok: null,
  failed: 'failed',
  'unsupported-by-toolchain': 'not supported by this toolchain',
  'unsupported-by-target': 'not supported by this target',
  skipped: 'skipped',
};

/** How each program was compiled for each target, and what came of it where it is not plain success. */
export function buildFacts({ evidence, provenance }: ShownEnvironment): Fact[] {
  return evidence.builds.map(({ program, targets, variant, command, result }, index): Fact => {
    const outcome = OUTCOMES[result.status];
    const kind = variant === 'release' ? '' : `, ${variant}`;
    return [
      `${program} for ${targets.join(', ')}${kind}${outcome === null ? '' : `: ${outcome}`}`,
      [figure(provenance, `/builds/${String(index)}/command`, 'command', command.join(' '))],
    ];
  });
}

/** Every file that the results depend on, with the beginning of its digest. */
export function inputFacts({ evidence, provenance }: ShownEnvironment): Fact[] {
  return evidence.inputs.map(({ path, sha256 }, index): Fact => [
    path,
    [figure(provenance, `/inputs/${String(index)}/sha256`, 'short-digest', sha256.slice(0, SHORT_DIGEST))],
  ]);
}
