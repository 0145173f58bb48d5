export { parseDiagnostics } from './diagnostics.ts';
export { parseMakeDependencies } from './make-dependencies.ts';
export { parsePtxasFunctions, parsePtxasInfo } from './ptxas-info.ts';
export type { AssembledFunction, AssembledKernel } from './ptxas-info.ts';

const UNSUPPORTED = [
  /^nvcc fatal\s*: Unsupported gpu architecture '/m,
  /^(?:nvcc|ptxas) fatal\s*: Value '(?:sm|compute|lto)_\w+' is not defined for option '/m,
];

const COMPILE_TIME = /^ptxas info\s*: Compile time = .*(?:\r?\n|$)/gm;

/** `/tmp/tmpxft_00002793_00000000-6_probe.ptx`: the process and the folder change, the name does not. */
const TEMPORARY = /(?:[^\s'";,]*\/)?tmpxft_[0-9a-f]+_[0-9a-f]+-\d+_/g;

/**
 * Whether a compilation failed because the toolkit does not know the target: too old for it, or too new. nvcc says the
 * same of a misspelt one.
 */
export function isUnsupportedTarget(stderr: string): boolean {
  return UNSUPPORTED.some((pattern) => pattern.test(stderr));
}

/** The same text without what differs from one run to the next: compile times, and where temporary files lay. */
export function withoutVolatile(stderr: string): string {
  return stderr.replace(COMPILE_TIME, '').replace(TEMPORARY, '');
}
