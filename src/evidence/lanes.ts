import { chooseEvidence, findById } from './choose.ts';
import type { PageContext } from './context.ts';
import { Problem, type Place } from './problem.ts';
import type { LanesRequest } from './requests.ts';
import type { ShownLanes } from './shown.ts';
import type { Vector } from '../schema/model.ts';

const WARP = 32;

/** Values of a vector of 32-bit numbers, packed as little-endian base64. Null for another packing or type. */
export function unpackWords({ type, encoding, data }: Pick<Vector, 'type' | 'encoding' | 'data'>): number[] | null {
  if (encoding !== 'base64' || (type !== 'u32' && type !== 'i32' && type !== 'f32')) return null;
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => {
    const at = index * 4;
    if (type === 'f32') return view.getFloat32(at, true);
    return type === 'u32' ? view.getUint32(at, true) : view.getInt32(at, true);
  });
}

/** One value a lane of a recorded vector. Throws Problem for an unknown id or a vector that is not one warp's. */
export function resolveLanes(
  context: PageContext,
  { vector, caption, legend, ...where }: LanesRequest,
  place: Place,
): ShownLanes {
  const chosen = chooseEvidence(context, where, place);
  const found = findById('vector', chosen.evidence.vectors, vector, chosen, place);
  const values = unpackWords(found);
  if (values?.length !== WARP) {
    throw new Problem({
      place,
      cause: `The vector "${vector}" is not one value for each lane of a warp.`,
      expected: `${String(WARP)} values of 32 bits`,
      found: `${found.shape.join(' × ')} of type ${found.type}, packed as ${found.encoding}`,
      remedy: 'Name a vector that holds one warp.',
    });
  }
  const idle = legend.find((entry) => !values.includes(entry.value));
  if (idle !== undefined) {
    throw new Problem({
      place,
      cause: `The legend explains the value ${String(idle.value)}, which no lane of "${vector}" holds.`,
      expected: `one of ${[...new Set(values)].join(', ')}`,
      found: String(idle.value),
      remedy: 'Change the legend, and see that the text still says what the lanes hold.',
    });
  }
  const markOf = (value: number): ShownLanes['lanes'][number]['mark'] =>
    legend.find((entry) => entry.value === value)?.mark ?? null;
  return {
    at: `/vectors/${String(chosen.evidence.vectors.indexOf(found))}`,
    id: vector,
    caption,
    description: found.description,
    lanes: values.map((value, lane) => ({ lane, value, mark: markOf(value) })),
    legend: legend.map((entry) => ({ ...entry, count: values.filter((value) => value === entry.value).length })),
    provenance: chosen.provenance,
  };
}
