import type { Ended } from '../../src/schema/outcome.ts';

export interface ExecOptions {
  /** Working directory, absolute. */
  cwd: string;
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string>>;
  /** The process and all it started are killed after this. */
  timeoutSeconds: number;
  /** Output beyond this many bytes a stream is counted and dropped. */
  limitBytes: number;
}

export interface Printed {
  text: string;
  cutBytes: number;
}

export interface ExecResult {
  ended: Ended;
  stdout: Printed;
  stderr: Printed;
  seconds: number;
}

/** What a file is, beside what it holds. */
export interface FileStatus {
  bytes: number;
  /** When it was last written, in milliseconds since the epoch. */
  modified: number;
}

/** Everything the verification does to the world, so that a test can replay recorded tool output instead. */
export interface Effects {
  /** Runs a program to its end. Never throws for what the program did: every ending is a value. */
  exec: (argv: readonly string[], options: ExecOptions) => Promise<ExecResult>;
  /** Absolute path of the repository. */
  root: string;
  /** Absolute path of the user's own folder, which nothing recorded may name. */
  home: string;
  /** Names of variables that are set here and that no program is given. */
  leftOut: readonly string[];
  /** File contents by path relative to the root; null when there is no such file. */
  readFile: (path: string) => Promise<Uint8Array | null>;
  /** The text of a file by its path as the caller wrote it; null when there is none. Throws Problem for an unreadable one. */
  readCallersFile: (path: string) => Promise<string | null>;
  /** Null when there is no such file. */
  statFile: (path: string) => Promise<FileStatus | null>;
  /** Names in a folder relative to the root; empty when there is no such folder. */
  listFolder: (path: string) => Promise<string[]>;
  /** An empty folder at this path relative to the root. What was there before is deleted. */
  emptyFolder: (path: string) => Promise<void>;
  writeFile: (path: string, content: string | Uint8Array) => Promise<void>;
  /** Writes beside the target (`*.tmp`), flushes, and renames: the file is whole or as it was. */
  replaceFile: (path: string, text: string) => Promise<void>;
  /** Nothing happens when there is no such file. */
  removeFile: (path: string) => Promise<void>;
  /** Takes a lock that one process at a time has; the id of the living process that has it when it cannot be taken. */
  lock: (path: string) => Promise<{ release: () => Promise<void> } | { heldBy: number }>;
  /** Milliseconds since the epoch, for dates. */
  now: () => number;
  /** Compilers that may run at the same time. */
  parallel: number;
  log: (line: string) => void;
}
