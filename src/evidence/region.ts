import { expectedName } from './nearest.ts';
import { Problem, type Place } from './problem.ts';

export interface NumberedLine {
  /** In the file, from 1. */
  number: number;
  text: string;
}

export interface Region {
  name: string;
  /** Lines of the region without any marker, so numbers may skip where one stood. */
  lines: NumberedLine[];
}

const MARKER = /^\s*(?:\/\/|#)\s*#(region|endregion)\s+(\S+)\s*$/;

function fault(file: string, line: number, cause: string, remedy: string): Problem {
  return new Problem({
    place: { file, line },
    cause,
    expected: '"// #region name" and "// #endregion name", one of each, properly nested',
    remedy,
  });
}

/**
 * Every region of a source text, by name. Regions may nest. Throws Problem at the line where a marker is duplicated,
 * closes nothing, or is never closed.
 */
export function regionsOf(file: string, text: string): Map<string, Region> {
  const regions = new Map<string, Region>();
  const open: { region: Region; line: number }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const number = index + 1;
    const [, marker, name] = MARKER.exec(line) ?? [];
    if (marker === undefined || name === undefined) {
      for (const { region } of open) region.lines.push({ number, text: line });
    } else if (marker === 'region') {
      if (regions.has(name)) throw fault(file, number, `Region "${name}" is there twice.`, 'Rename one of them.');
      const region = { name, lines: [] };
      regions.set(name, region);
      open.push({ region, line: number });
    } else if (open.pop()?.region.name !== name) {
      throw fault(file, number, `"#endregion ${name}" does not close the region opened last.`, 'Move or add a marker.');
    }
  }
  const [unclosed] = open;
  if (unclosed !== undefined) {
    const { region, line } = unclosed;
    throw fault(file, line, `Region "${region.name}" is never closed.`, `Add: // #endregion ${region.name}`);
  }
  return regions;
}

/** One region of a file. Throws Problem at `place` when the file has none of that name, or it is empty. */
export function findRegion(file: string, text: string, name: string, place: Place): Region {
  const regions = regionsOf(file, text);
  const found = regions.get(name);
  if (found?.lines.some((line) => line.text.trim() !== '') === true) return found;
  throw new Problem({
    place,
    cause: found === undefined ? `${file} has no region "${name}".` : `Region "${name}" of ${file} is empty.`,
    expected: found === undefined ? expectedName(name, [...regions.keys()]) : 'at least one line',
    found: `"${name}"`,
    remedy: `Change the region, or mark it in ${file} with "// #region ${name}" and "// #endregion ${name}".`,
  });
}
