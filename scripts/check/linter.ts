import type { ProblemDetails } from '../../src/evidence/problem.ts';

/** The repository as a linter sees it: what git would commit, and what can be run in it. */
export interface Project {
  /** Where the repository lies on this machine. */
  readonly root: string;
  /** Paths from the root, sorted. */
  readonly files: readonly string[];
  readonly read: (file: string) => string;
  /** The size of a file in bytes. */
  readonly size: (file: string) => number;
  /** Folders at the top of this machine's file system. */
  readonly machineFolders: readonly string[];
  /** Names that `npm run` knows. */
  readonly npmScripts: readonly string[];
  /** Names that `npx lockstep` knows. */
  readonly commands: readonly string[];
}

/** One thing that is wrong. `found` is the offending text itself: exceptions refer to it. */
export interface Finding extends ProblemDetails {
  readonly found: string;
}

/** A finding that is known and right as it is. It must still be found, or it is an error itself. */
export interface Exception {
  readonly file: string;
  readonly found: string;
  readonly why: string;
}

/** A rule of the project, as a value. */
export interface Linter {
  readonly name: string;
  /** What it holds, as a sentence. */
  readonly rule: string;
  /** Which files it looks at. */
  readonly scope: (file: string) => boolean;
  readonly check: (project: Project, files: readonly string[]) => Finding[];
  readonly exceptions: readonly Exception[];
}
