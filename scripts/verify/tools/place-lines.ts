import type { Place } from '../../../src/schema/sass.ts';
import { unreadable } from './unreadable.ts';

const MARKER = /^\s*\/\/## File "([^"]*)", line (\d+)(?: inlined at "([^"]*)", line (\d+))?\s*$/;

interface Site {
  file: string;
  line: number;
}

/**
 * Follows the source lines that nvdisasm prints among the instructions of one function.
 *
 * With `-g` a marker is one line, `File "f", line 3`, and holds until the next. With `-gi` inlined code has one marker
 * for each frame, innermost first:
 *
 *     File "h.hpp", line 440 inlined at "k.cu", line 12
 *     File "k.cu", line 12 inlined at "k.cu", line 30
 *     File "k.cu", line 30
 *
 * A frame says where it was inlined, and the next marker repeats that spot as the frame around it; a marker that was
 * inlined nowhere ends the chain. The place is then h.hpp:440, inlined at k.cu:12 and k.cu:30. Of several chains
 * before one instruction the last holds, as the last of several rows does in a line table. Line 0 (the compiler names
 * no line) is no place.
 */
export class PlaceLines {
  readonly places: Place[] = [];
  readonly #indexes = new Map<string, number>();
  #chain: Site[] = [];
  #around: Site | null = null;
  #current: number | undefined;
  #stale = false;

  /** Reads a marker; false when the line is none. A marker that breaks a chain throws a Problem. */
  accept(line: string, number: number): boolean {
    if (!line.trimStart().startsWith('//##')) return false;
    const [, file, at, outerFile, outerLine] = MARKER.exec(line) ?? [];
    if (file === undefined || at === undefined) throw unreadable('nvdisasm', number, 'a source line marker', line);
    if (file === '.nv_debug_ptx_txt') {
      throw unreadable('nvdisasm', number, 'lines of the source, not of PTX', line, 'Run nvdisasm without -gp.');
    }
    const site = { file, line: Number(at) };
    if (this.#around === null) this.#chain = [site];
    else if (this.#around.file !== file || this.#around.line !== site.line) {
      throw unreadable('nvdisasm', number, `the frame "${this.#around.file}", line ${this.#around.line}`, line);
    }
    this.#around = outerFile === undefined ? null : { file: outerFile, line: Number(outerLine) };
    if (this.#around !== null) this.#chain.push(this.#around);
    this.#stale = true;
    return true;
  }

  /** Index into `places` of the spot that the next instruction belongs to; undefined before the first marker. */
  readonly current = (): number | undefined => {
    this.#around = null;
    if (this.#stale) this.#current = this.#indexOf(this.#chain);
    this.#stale = false;
    return this.#current;
  };

  #indexOf([innermost, ...inlinedAt]: Site[]): number | undefined {
    if (innermost === undefined) return undefined;
    if ([innermost, ...inlinedAt].some(({ file, line }) => file === '' || line === 0)) return undefined;
    const place = { ...innermost, inlinedAt };
    const key = JSON.stringify(place);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.places.length);
    return this.places.push(place) - 1;
  }
}
