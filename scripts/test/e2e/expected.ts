/** Which values of the evidence a page must show, from what its author wrote in MDX. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../lib/bootstrap/effects.mjs';
import { laneValues } from './figures.ts';
import { componentsOf, type Written } from './mdx.ts';
import { evidence, type EvidenceFile } from './site.ts';

/** The values in sentences and tables by id, and the JSON Pointers of the figures beside them. */
export interface ExpectedValues {
  measurement: string[];
  comparison: string[];
  check: string[];
  /** `lab/device#pointer`, as often as it stands on the page. */
  figures: string[];
}

type Item<List extends 'measurements' | 'comparisons' | 'checks'> = EvidenceFile[List][number];

/** One entry of a list by id, with its pointer. */
function item<List extends 'measurements' | 'comparisons' | 'checks'>(
  file: EvidenceFile,
  list: List,
  id: string,
): { at: string; found: Item<List> } {
  const index = file[list].findIndex((one) => one.id === id);
  const found = file[list][index];
  if (found === undefined) throw new Error(`the evidence holds no ${id} among its ${list}`);
  return { at: `/${list}/${String(index)}`, found: found };
}

const stats = (at: string, ...names: string[]): string[] => names.map((name) => `${at}/summary/${name}`);

/** The record of a value: what stands at its head, then its facts. */
function recordOf(file: EvidenceFile, kind: 'measurement' | 'comparison' | 'check', id: string): string[] {
  if (kind === 'measurement') {
    const { at, found } = item(file, 'measurements', id);
    const discarded = found.discarded.length > 0 ? [`${at}/discarded`] : [];
    const clocks =
      found.conditions.status === 'read'
        ? ['before', 'after', 'least'].map((when) => `${at}/conditions/smClockMHz/${when}`)
        : [];
    return [...stats(at, 'median', 'median', 'q1', 'q3', 'min', 'max', 'n'), ...discarded, ...clocks];
  }
  if (kind === 'comparison') {
    const { at } = item(file, 'comparisons', id);
    return ['ratio', 'low', 'high', 'confidence', 'leastEffect'].map((name) => `${at}/interval/${name}`);
  }
  const { at, found } = item(file, 'checks', id);
  const got = 'got' in found.result ? [`${at}/result/got`, `${at}/result/got`] : [];
  return [...got, ...('expected' in found.result ? [`${at}/result/expected`] : [])];
}

function sassFigures({ sass, builds }: EvidenceFile, { text, list }: Written): string[] {
  const targets = list('targets');
  const listed = sass.listings
    .map((listing, index) => ({ listing, at: `/sass/listings/${String(index)}` }))
    .filter(({ listing }) => listing.kernel === text('kernel'))
    .filter(({ listing }) => targets.length === 0 || targets.includes(listing.target));
  return listed.flatMap(({ listing, at }) => {
    const build = builds.findIndex(({ id }) => id === listing.build);
    const kernel = builds[build]?.result.kernels?.findIndex(({ symbol }) => symbol === listing.symbol) ?? -1;
    const resources = `/builds/${String(build)}/result/kernels/${String(kernel)}`;
    return [
      `${at}/instructions`,
      ...list('highlight').map(() => at),
      ...(kernel === -1 ? [] : [`${resources}/registers`, `${resources}/sharedBytes`, resources]),
    ];
  });
}

const DEVICE_FIGURES = {
  gpu: ['computeCapability', 'multiprocessors', 'l2Bytes', 'memoryBytes', 'driver', 'cudaDriver', 'cudaRuntime'],
  cpu: ['logicalCores', 'memoryBytes'],
  none: [],
};
const STATE_FIGURES = ['smClockMHz', 'maxSmClockMHz', 'powerWatts', 'temperatureCelsius'];

function environmentFigures({ device, capture, toolchain, builds, inputs }: EvidenceFile): string[] {
  const states = (['stateBefore', 'stateAfter'] as const).flatMap((key) =>
    STATE_FIGURES.filter((name) => typeof capture[key][name] === 'number').map((name) => `/capture/${key}/${name}`),
  );
  const tools = Object.entries(toolchain).filter(([, tool]) => tool.status === 'found');
  return [
    ...DEVICE_FIGURES[device.kind].map((name) => `/device/${name}`),
    ...states,
    ...tools.map(([name]) => `/toolchain/${name}/version`),
    ...builds.map((_, index) => `/builds/${String(index)}/command`),
    ...inputs.map((_, index) => `/inputs/${String(index)}/sha256`),
  ];
}

/** A lane that took no part shows no value; each entry of the legend says how many lanes it speaks of. */
function laneFigures({ vectors }: EvidenceFile, { text, attributes }: Written): string[] {
  const index = vectors.findIndex(({ id }) => id === text('vector'));
  const vector = vectors[index];
  if (vector === undefined) throw new Error(`the evidence holds no vector ${String(text('vector'))}`);
  const legend = [...attributes.matchAll(/value: *(-?[\d.]+), *mark: *'(\w+)'/g)];
  const absent = new Set(legend.filter(([, , mark]) => mark === 'absent').map(([, value]) => Number(value)));
  const shown = laneValues(vector).filter((value) => !absent.has(value));
  return Array.from({ length: shown.length + legend.length }, () => `/vectors/${String(index)}`);
}

/** What a run ended with, and how often a sanitizer found what: a plain success and a silence are words alone. */
function outcomeFigures({ runs, sanitizers }: EvidenceFile, { attributes }: Written): string[] {
  const endings = { exited: 'code', signalled: 'signal', 'timed-out': 'afterSeconds', 'not-started': '', skipped: '' };
  const endingAt = (at: string, { kind, ...rest }: EvidenceFile['runs'][number]['ended']): string[] =>
    endings[kind] === '' || (kind === 'exited' && rest.code === 0) ? [] : [`${at}/ended/${endings[kind]}`];
  const ids = (pattern: RegExp): string[] =>
    [...attributes.matchAll(pattern)].flatMap(([, text = '']) => text.match(/[^\s',]+/g) ?? []);
  return [
    ...ids(/run: *('[^']+')/g).flatMap((id) => {
      const index = runs.findIndex((one) => one.id === id);
      const { ended, cudaError } = runs[index] ?? {};
      if (ended === undefined) throw new Error(`the evidence holds no run ${id}`);
      const at = `/runs/${String(index)}`;
      return ended.kind === 'exited' && cudaError != null ? [`${at}/cudaError/text`] : endingAt(at, ended);
    }),
    ...ids(/sanitizers: *\[([^\]]*)\]/g).flatMap((id) => {
      const index = sanitizers.findIndex((one) => one.id === id);
      const { ended, findings } = sanitizers[index] ?? {};
      if (ended === undefined || findings === undefined) throw new Error(`the evidence holds no sanitizer ${id}`);
      const at = `/sanitizers/${String(index)}`;
      if (findings.length > 0) return findings.map((_, each) => `${at}/findings/${String(each)}/count`);
      return ended.kind === 'exited' ? [] : endingAt(at, ended);
    }),
  ];
}

/** The size over each column, and in each row the fastest measurement of that size that a pattern names. */
function bandwidthFigures({ measurements }: EvidenceFile, { attributes }: Written): string[] {
  const all = measurements.map((one, index) => ({ ...one, at: `/measurements/${String(index)}` }));
  const series = [...attributes.matchAll(/\bid: *(\[[^\]]*\]|'[^']*')/g)].map(([, written = '']) => {
    const patterns = [...written.matchAll(/'([^'*]*)\*([^']*)'/g)];
    const found = all.filter(({ id }) =>
      patterns.some(([, head = '', tail = '']) => id.startsWith(head) && id.endsWith(tail)),
    );
    const fastest = new Map<number, (typeof all)[number]>();
    for (const one of found) {
      const before = fastest.get(one.bytes ?? 0);
      const isFaster = (before?.summary['median'] ?? Infinity) > (one.summary['median'] ?? 0);
      if (isFaster) fastest.set(one.bytes ?? 0, one);
    }
    return fastest;
  });
  const sizes = [...new Set(series.flatMap((one) => [...one.keys()]))];
  return [
    ...sizes.map((size) => `${series.find((one) => one.has(size))?.get(size)?.at ?? ''}/bytes`),
    ...series.flatMap((one) => [...one.values()].map(({ at }) => at)),
  ];
}

/** A cell for each profile and metric. */
function counterFigures({ profiles }: EvidenceFile, { attributes }: Written): string[] {
  const texts = (key: string): string[] =>
    [...attributes.matchAll(new RegExp(`\\b${key}: *'([^']*)'`, 'g'))].map(([, text = '']) => text);
  return texts('id').flatMap((id) => {
    const index = profiles.findIndex((one) => one.id === id);
    const metrics = profiles[index]?.result.metrics ?? [];
    return texts('name')
      .map((name) => metrics.findIndex((one) => one.name === name))
      .filter((at) => at !== -1)
      .map((at) => `/profiles/${String(index)}/result/metrics/${String(at)}/value`);
  });
}

/** The figures of a measurement in a table and in the plot above it. */
const tableFigures = (at: string): string[] => stats(at, 'median', 'q1', 'q3', 'min', 'max', 'n');

/** What the page of a day must show. */
export function expectedOfDay(slug: string, primaryDevice: string): ExpectedValues {
  const mdx = readFileSync(join(ROOT, 'content', 'days', `${slug}.mdx`), 'utf8');
  const page: ExpectedValues = { measurement: [], comparison: [], check: [], figures: [] };
  const records = new Set<string>();
  const ownLab = /^lab: *(\S+)$/m.exec(mdx.split(/^---$/m)[1] ?? '')?.[1] ?? slug;

  for (const written of componentsOf(mdx)) {
    const [lab, device] = [written.text('lab') ?? ownLab, written.text('device') ?? primaryDevice];
    const file = evidence(lab, device);
    const show = (pointers: string[]): void => {
      page.figures.push(...pointers.map((pointer) => `${lab}/${device}#${pointer}`));
    };
    const value = (kind: 'measurement' | 'comparison' | 'check', id: string): void => {
      page[kind].push(id);
      const record = `${kind} ${lab} ${device} ${id}`;
      if (!records.has(record)) show(recordOf(file, kind, id));
      records.add(record);
    };
    const id = written.text('id') ?? '';
    const ids = written.list('ids');
    switch (written.name) {
      case 'Measured':
        value('measurement', id);
        break;
      case 'Compared':
        value('comparison', id);
        break;
      case 'Checked':
        value('check', id);
        break;
      case 'Checks':
        for (const one of ids) {
          value('check', one);
          const { at, found } = item(file, 'checks', one);
          if ('expected' in found.result) show([`${at}/result/expected`]);
        }
        break;
      case 'Samples':
        for (const one of ids) {
          value('measurement', one);
          show(tableFigures(item(file, 'measurements', one).at));
        }
        for (const { id: compared, first, second } of file.comparisons) {
          if (ids.includes(first) && ids.includes(second)) value('comparison', compared);
        }
        break;
      case 'Outcomes':
        show(outcomeFigures(file, written));
        break;
      case 'Bandwidth':
        show(bandwidthFigures(file, written));
        break;
      case 'Counters':
        show(counterFigures(file, written));
        break;
      case 'Lanes':
        show(laneFigures(file, written));
        break;
      case 'Sass':
        show(sassFigures(file, written));
        break;
      case 'Environment':
        show(environmentFigures(file));
        break;
    }
  }
  return page;
}

/** What the home page must show of the measurement that it exhibits: value, facts and record. */
export function expectedOfExhibit(lab: string, device: string, id: string): string[] {
  const file = evidence(lab, device);
  const { at } = item(file, 'measurements', id);
  return [...recordOf(file, 'measurement', id), ...stats(at, 'n', 'q1', 'q3')].map(
    (pointer) => `${lab}/${device}#${pointer}`,
  );
}
