/** What drawing diagrams does to the world. Paths lie in the repository. */
export interface Effects {
  /** Every MDX file of the content. */
  listPages: () => Promise<string[]>;
  readFile: (path: string) => Promise<string>;
  /** Files of a folder; none when there is no such folder. */
  listFolder: (path: string) => Promise<string[]>;
  /** Whole or not at all. */
  writeFile: (path: string, text: string) => Promise<void>;
  deleteFile: (path: string) => Promise<void>;
  /** Draws with a browser, which starts with the first picture. Throws Problem when there is none. */
  draw: (source: string, prefix: string) => Promise<string>;
  log: (line: string) => void;
}
