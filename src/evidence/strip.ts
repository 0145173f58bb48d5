/** The geometry of a warp drawn as a strip of 32 cells, in units of the drawing. Lane 0 is at the left. */
import { LANES, type Lanes } from './warp.ts';

const CELL = 8;
const GAP = 2;
/** Wider than the gap between cells, after every eighth: a byte of the mask. */
const GROUP_GAP = 5;

export const STRIP_WIDTH = LANES * CELL + 28 * GAP + 3 * GROUP_GAP;

/** Left edge of a lane's cell. */
export function cellStart(lane: number): number {
  return lane * (CELL + GAP) + Math.floor(lane / 8) * (GROUP_GAP - GAP);
}

/** Middle of a lane's cell. */
function cellMiddle(lane: number): number {
  return cellStart(lane) + CELL / 2;
}

/** Path of whole cells, all lanes in one. */
export function cells(lanes: Lanes, height: number): string {
  return lanes
    .map((lane) => `M${String(cellStart(lane))} 0h${String(CELL)}v${String(height)}h-${String(CELL)}z`)
    .join('');
}

/** Path of cell outlines, drawn inside the edge of the cell. */
export function outlines(lanes: Lanes, height: number): string {
  const inset = 0.5;
  const width = CELL - 2 * inset;
  const tall = height - 2 * inset;
  return lanes
    .map(
      (lane) =>
        `M${String(cellStart(lane) + inset)} ${String(inset)}h${String(width)}v${String(tall)}h-${String(width)}z`,
    )
    .join('');
}

/** Path of a cross in each cell: a value that is undefined. */
export function crosses(lanes: Lanes, height: number): string {
  return lanes
    .map((lane) => {
      const x = cellStart(lane);
      return `M${String(x + 1.5)} 1.5L${String(x + CELL - 1.5)} ${String(height - 1.5)}M${String(x + CELL - 1.5)} 1.5L${String(x + 1.5)} ${String(height - 1.5)}`;
    })
    .join('');
}

/** Path of one arc a read, from the lane that is read to the lane that reads, bending upwards from y = 0. */
export function arcs(reads: readonly { from: number; to: number }[], rise: number): string {
  return reads
    .map(({ from, to }) => {
      const start = cellMiddle(from);
      const end = cellMiddle(to);
      return `M${String(start)} 0C${String(start)} -${String(rise)} ${String(end)} -${String(rise)} ${String(end)} 0`;
    })
    .join('');
}

/** Path of a small head over each lane that reads, where its arc comes down. */
export function heads(lanes: Lanes): string {
  return lanes.map((lane) => `M${String(cellMiddle(lane) - 2)} -4.5h4l-2 4z`).join('');
}
