/**
 * An error a person can act on, for the scripts that run before anything is installed. It prints like `Problem` of
 * `src/evidence`, which these scripts cannot import: they are plain JavaScript for any Node since 18.
 */
export class Halt extends Error {
  /** @param {{ place: string, cause: string, remedy: string }} details */
  constructor({ place, cause, remedy }) {
    super(describe({ place, cause, remedy }));
    this.name = 'Halt';
  }
}

/**
 * The lines of an error: place, cause, remedy.
 * @param {{ place: string, cause: string, remedy: string }} details
 */
export function describe({ place, cause, remedy }) {
  const indented = (/** @type {string} */ text) => text.replace(/\n(?!\n)/g, `\n${' '.repeat(12)}`);
  return [place, `  problem   ${indented(cause)}`, `  to do     ${indented(remedy)}`].join('\n');
}

/**
 * Runs a script's main function; an error a person can act on prints without a stack, any other with one.
 * @param {() => Promise<number>} main gives the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Halt ? error.message : error);
    process.exitCode = 1;
  }
}
