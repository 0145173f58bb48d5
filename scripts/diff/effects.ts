/** What the command does to the world. */
export interface Effects {
  /** The text of a file by its path as the caller wrote it; null when there is no such file. */
  readFile: (path: string) => Promise<string | null>;
  out: (text: string) => void;
  err: (text: string) => void;
}
