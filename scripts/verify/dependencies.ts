import { posix } from 'node:path';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import { pathInRepository } from './paths.ts';
import { brokenPlan } from './stop.ts';
import { parseMakeDependencies } from './tools/nvcc.ts';

/** Headers of the system and of the host compiler, wherever the compiler was installed. */
const OF_SYSTEM = [
  /^\/usr\/(?:include|lib|lib32|lib64|libexec)\//,
  /\/lib(?:32|64)?\/(?:gcc|clang)\/[^/]+\//,
  /\/include\/c\+\+\/[^/]+\//,
  /\/sysroot\/usr\/include\//,
];

/**
 * Headers of a toolkit: its folder has two names where one is a link, and nvcc spells one list with both. So has the
 * folder for a platform, `include` beside `targets`.
 */
const OF_TOOLKIT = /^(.*)\/targets\/[^/]+\/include(?:\/|$)/;

/** nvcc reads this first of all; where it lies, the other headers of the toolkit do. */
const TOOLKIT_HEADER = /^(.*)\/cuda_runtime\.h$/;

/** Folder of the headers of the toolkit that compiled these files, absolute. */
function toolkitFolder(absolute: readonly string[]): string | null {
  for (const path of absolute) {
    const folder = TOOLKIT_HEADER.exec(path)?.[1];
    if (folder !== undefined) return folder;
  }
  return null;
}

interface Compiled {
  /** Paths in the repository. */
  own: string[];
  /** Absolute paths of what is neither of the repository nor of the toolkit or the system. */
  foreign: string[];
}

/** Sorts the files that a compilation read, as the compiler spelled them. */
export function sortDependencies(files: readonly string[], root: string): Compiled {
  const outside = files.filter((file) => pathInRepository(file, root) === null);
  const absolute = outside.map((file) => posix.resolve(root, file));
  const toolkit = toolkitFolder(absolute);
  const ofToolkit = toolkit === null ? [] : [toolkit, toolkit.replace(OF_TOOLKIT, '$1/include')];
  const isExpected = (path: string): boolean =>
    ofToolkit.some((folder) => path.startsWith(`${folder}/`)) ||
    OF_TOOLKIT.test(path) ||
    OF_SYSTEM.some((pattern) => pattern.test(path));
  return {
    own: files.flatMap((file) => pathInRepository(file, root) ?? []),
    foreign: absolute.filter((path) => !isExpected(path)),
  };
}

/** Where a compilation lists the files it read. */
export interface DependencyFile {
  path: string;
  /** The build and the source, for a message. */
  of: string;
}

function noList(lab: Lab, { path, of }: DependencyFile): Error {
  return brokenPlan({
    place: { file: lab.planFile },
    cause: `The compiler did not say which files it read for ${of}, so the evidence could not name them.`,
    expected: `a list of files in ${path}`,
    found: 'no list',
    remedy: 'Use an nvcc that knows -MD, and take flags out of the plan that turn it off.',
  });
}

function foreignFile(lab: Lab, { of }: DependencyFile, files: readonly string[]): Error {
  return brokenPlan({
    place: { file: lab.planFile },
    cause: `A file from outside the repository was compiled into ${of}, so the results could not be had elsewhere.`,
    expected: 'files of the repository, of the CUDA toolkit and of the system',
    found: files.join('\n'),
    remedy: 'Put the file into the repository, and the folder into an -I of the plan, relative to the repository.',
  });
}

/**
 * Files of the repository that a compilation read. `required` is for one that went well: it must have a list. Throws
 * Stop for a list that is missing, and for a file that is not of the repository, the toolkit or the system.
 */
export async function readDependencies(
  lab: Lab,
  file: DependencyFile,
  required: boolean,
  effects: Effects,
): Promise<string[]> {
  const bytes = await effects.readFile(file.path);
  const listed = bytes === null ? [] : parseMakeDependencies(new TextDecoder().decode(bytes));
  if (listed.length === 0) {
    if (required) throw noList(lab, file);
    return [];
  }
  const { own, foreign } = sortDependencies(listed, effects.root);
  if (foreign.length > 0) throw foreignFile(lab, file, foreign);
  return own;
}
