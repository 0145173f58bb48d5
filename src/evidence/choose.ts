import type { Evidence } from '../schema/evidence.ts';
import type { DeviceEvidence, PageContext } from './context.ts';
import { formatDate } from './format.ts';
import { expectedName } from './nearest.ts';
import { Problem, Problems, describePlace, type Place, type ProblemDetails } from './problem.ts';
import type { Provenance } from './shown.ts';
import { staleProblems } from './stale.ts';

/** The evidence a value is quoted from, with what must stand beside it. */
export interface Chosen {
  evidence: Evidence;
  provenance: Provenance;
}

/** The same fault, at the place that quotes it. */
const quotedAt = (place: Place, problem: ProblemDetails): ProblemDetails => ({
  ...problem,
  place,
  cause: `${describePlace(problem.place)}: ${problem.cause}`,
});

/** The name of a device as its driver reports it, or why none was reached. */
export function deviceName({ device }: Pick<Evidence, 'device'>): string {
  return device.kind === 'none' ? `no device: ${device.reason}` : device.name;
}

function compiler({ toolchain }: Evidence): string | null {
  const nvcc = toolchain['nvcc'];
  return nvcc?.status === 'found' ? `nvcc ${nvcc.version}` : null;
}

function provenance(read: Extract<DeviceEvidence, { status: 'read' }>): Provenance {
  const { evidence, file, url, freshness } = read;
  return {
    lab: evidence.lab,
    deviceSlug: evidence.deviceSlug,
    deviceName: deviceName(evidence),
    toolchain: compiler(evidence),
    capturedAt: evidence.capture.at,
    capturedOn: formatDate(evidence.capture.at),
    freshness,
    file,
    url,
    reproduce: `npx lockstep verify ${evidence.lab}`,
  };
}

/**
 * The evidence of the page's lab for the course's primary device, or of the ones named. Throws Problem when there is
 * none, or it cannot be read, or it is stale and staleness is not to be shown.
 */
export function chooseEvidence(
  context: PageContext,
  wanted: { lab?: string | undefined; device?: string | undefined },
  place: Place,
): Chosen {
  const name = wanted.lab ?? context.lab;
  const device = wanted.device ?? context.course.primaryDevice;
  const lab = context.labs[name];
  if (lab === undefined) {
    throw new Problem({
      place,
      cause: `There is no lab "${name}".`,
      expected: expectedName(name, Object.keys(context.labs)),
      found: `"${name}"`,
      remedy: `Name a folder of code/, or add code/${name}/plan.json.`,
    });
  }
  const found = lab.devices[device];
  if (found === undefined) {
    throw new Problem({
      place,
      cause: `Lab "${name}" has no evidence for the device "${device}".`,
      expected: `code/${name}/evidence/${device}.json`,
      found:
        Object.keys(lab.devices).length === 0 ? 'no evidence' : `evidence for ${Object.keys(lab.devices).join(', ')}`,
      remedy: `On a machine with that device, run: npx lockstep verify ${name}`,
    });
  }
  if (found.status === 'unusable') throw new Problems(found.problems.map((problem) => quotedAt(place, problem)));
  if (found.freshness.state === 'stale' && !context.showStale) {
    throw new Problems(
      staleProblems(found.evidence.lab, found.file, found.freshness).map((problem) => quotedAt(place, problem)),
    );
  }
  return { evidence: found.evidence, provenance: provenance(found) };
}

/** The entry with that id. Throws Problem with the nearest ids when the evidence holds none. */
export function findById<Entry extends { id: string }>(
  kind: string,
  entries: readonly Entry[],
  id: string,
  { provenance: { file, lab } }: Chosen,
  place: Place,
): Entry {
  const found = entries.find((entry) => entry.id === id);
  if (found !== undefined) return found;
  throw new Problem({
    place,
    cause: `The evidence holds no ${kind} "${id}".`,
    expected: expectedName(
      id,
      entries.map((entry) => entry.id),
    ),
    found: `"${id}", which is not in ${file}`,
    remedy: `Change the id, or add the ${kind} to code/${lab}/plan.json and run: npx lockstep verify ${lab}`,
  });
}

/** What the head of a page says of the evidence of its lab. */
export type HeadEvidence =
  | { status: 'shown'; provenance: Provenance }
  /** There is a file, and it cannot be used. */
  | { status: 'unusable' }
  | { status: 'none' };

/** The evidence of the page's own lab, stale or not: the head says which. */
export function headEvidence(context: PageContext): HeadEvidence {
  const found = context.labs[context.lab]?.devices[context.course.primaryDevice];
  if (found === undefined) return { status: 'none' };
  return found.status === 'read' ? { status: 'shown', provenance: provenance(found) } : { status: 'unusable' };
}
