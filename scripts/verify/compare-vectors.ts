import { gunzipSync } from 'node:zlib';
import type { ModelComparison, Vector } from '../../src/schema/model.ts';

type Packed = Pick<Vector, 'type' | 'shape' | 'encoding' | 'data'>;
type Compared = Extract<ModelComparison['result'], { status: 'compared' }>;

/** Differences that are listed one by one. */
const LISTED = 20;

const READERS: Record<Vector['type'], { bytes: number; read: (view: DataView, at: number) => number | bigint }> = {
  u8: { bytes: 1, read: (view, at) => view.getUint8(at) },
  i32: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  u32: { bytes: 4, read: (view, at) => view.getUint32(at, true) },
  f32: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  f64: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  u64: { bytes: 8, read: (view, at) => view.getBigUint64(at, true) },
};

/** The values of a vector in their order. A part of a value at the end is none. */
export function unpackVector({ type, encoding, data }: Packed): (number | bigint)[] {
  const packed = Buffer.from(data, 'base64');
  const bytes = encoding === 'base64' ? packed : gunzipSync(packed);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { bytes: width, read } = READERS[type];
  return Array.from({ length: Math.floor(bytes.byteLength / width) }, (_, index) => read(view, index * width));
}

const sizeOf = ({ shape }: Packed): number => shape.reduce((product, one) => product * one, 1);
const stated = ({ type, shape }: Packed): string => `${type} [${shape.join(', ')}]`;
const written = (value: number | bigint): string => (Object.is(value, -0) ? '-0' : String(value));

/** Why two vectors cannot be compared; null when they can. */
function fault(hardware: Packed, model: Packed, sizes: readonly number[]): string | null {
  if (stated(hardware) !== stated(model))
    return `the hardware recorded ${stated(hardware)}, the model ${stated(model)}`;
  const size = sizeOf(hardware);
  if (size === 0) return 'the vector is empty';
  const other = sizes.find((one) => one !== size);
  return other === undefined ? null : `${stated(hardware)} is ${String(size)} values, and ${String(other)} are there`;
}

/**
 * Compares value by value: numbers are the same when they are written the same, so zeros by their sign, and one NaN is as
 * good as another. A text says why there is nothing to compare.
 */
export function compareVectors(hardware: Packed, model: Packed): Compared | string {
  const [ours, theirs] = [unpackVector(hardware), unpackVector(model)];
  const found = fault(hardware, model, [ours.length, theirs.length]);
  if (found !== null) return found;
  const differing = ours.flatMap((value, index) => {
    const other = theirs[index];
    if (other === undefined || Object.is(value, other)) return [];
    return [{ index, hardware: written(value), model: written(other) }];
  });
  return {
    status: 'compared',
    compared: ours.length,
    differing: differing.length,
    first: differing.slice(0, LISTED),
    diagnoses: [],
  };
}
