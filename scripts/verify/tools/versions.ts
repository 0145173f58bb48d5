import type { Tool } from '../../../src/schema/toolchain.ts';

/** nvcc, ptxas, cuobjdump, nvdisasm, cu++filt: `Cuda compilation tools, release 13.0, V13.0.88`. */
const TOOLKIT = /^.*\brelease \d[\d.]*, V(\d[\d.]*\d)\b.*$/m;
/** compute-sanitizer, ncu: `Version 2025.3.1.0 (build 36400806) (public-release)`. */
const DEVELOPER_TOOL = /^Version (\d[\d.]*\d)\b.*$/m;
/** g++, clang++, c++filt: the first number of the first line outside brackets, where distributions put their own. */
const BRACKETS = /\([^)]*\)/g;
const NUMBER = /\d+(?:\.\d+)+/;

function versionOf(output: string): { version: string; line: string } | null {
  for (const pattern of [TOOLKIT, DEVELOPER_TOOL]) {
    const [line, version] = pattern.exec(output) ?? [];
    if (line !== undefined && version !== undefined) return { version, line: line.trim() };
  }
  const line = output.trim().split(/\r?\n/)[0]?.trim() ?? '';
  const version = NUMBER.exec(line.replace(BRACKETS, ''))?.[0];
  return version === undefined ? null : { version, line };
}

/**
 * A tool's version from what it printed for `--version`, or why it could not be asked in its own words. Output without
 * a version makes the tool unavailable: what cannot be named cannot be recorded.
 */
export function toolFrom(name: string, answer: { output: string } | { failure: string }): Tool {
  if ('failure' in answer) return { status: 'unavailable', said: answer.failure.trim() || `${name} did not answer` };
  const found = versionOf(answer.output);
  if (found !== null) return { status: 'found', ...found };
  return { status: 'unavailable', said: answer.output.trim() || `${name} printed nothing` };
}
