/**
 * A disk that takes its time: a file is there half, then whole, and each for a while. Loaded with `node --import`, so
 * that a test meets a verification while it writes.
 */
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Milliseconds after each half. */
const PAUSE = 25;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

const handle = await open(fileURLToPath(import.meta.url));
const methods = /** @type {object} */ (Reflect.getPrototypeOf(handle));
await handle.close();

/** @type {unknown} */
const found = Reflect.get(methods, 'writeFile');
const writeFile = /** @type {(...args: unknown[]) => Promise<void>} */ (found);
/**
 * @this {unknown}
 * @param {string | Uint8Array} content
 */
async function writeSlowly(content) {
  const middle = content.length >> 1;
  for (const half of [content.slice(0, middle), content.slice(middle)]) {
    await Reflect.apply(writeFile, this, [half]);
    await pause();
  }
}
Reflect.set(methods, 'writeFile', writeSlowly);
