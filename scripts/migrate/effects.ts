/** What the command does to the world. Paths are relative to the root of the repository, or absolute. */
export interface Effects {
  /** The text of a file; null when there is no such file. */
  readFile: (path: string) => Promise<string | null>;
  /** Names in a folder; empty when there is no such folder. */
  listFolder: (path: string) => Promise<string[]>;
  /** Writes the whole file, or leaves it as it was. */
  replaceFile: (path: string, text: string) => Promise<void>;
  /** Nothing happens when there is no such file. */
  removeFile: (path: string) => Promise<void>;
  out: (text: string) => void;
  err: (text: string) => void;
}
