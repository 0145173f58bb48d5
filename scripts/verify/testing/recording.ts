import type { Effects, ExecResult } from '../effects.ts';

/** Everything a verification was told by the world, in the order it asked. */
export interface Recording {
  execs: { argv: string[]; result: ExecResult }[];
  /** Files that programs wrote, by path relative to the root. */
  files: Record<string, string>;
  folders: Record<string, string[]>;
}

/** Passes everything on and keeps what came back. */
export function recordingEffects(inner: Effects, recording: Recording): Effects {
  return {
    ...inner,
    exec: async (argv, options) => {
      const result = await inner.exec(argv, options);
      recording.execs.push({ argv: [...argv], result });
      return result;
    },
    readFile: async (path) => {
      const bytes = await inner.readFile(path);
      if (bytes !== null && path.startsWith('build/')) recording.files[path] = new TextDecoder().decode(bytes);
      return bytes;
    },
    listFolder: async (path) => {
      const names = await inner.listFolder(path);
      if (path.startsWith('build/')) recording.folders[path] = names;
      return names;
    },
  };
}

export interface Replayed {
  effects: Effects;
  /** Files that the verification replaced, by path. */
  written: Map<string, string>;
  log: string[];
}

/** Answers from a recording. `disk` gives the files of the repository; nothing is run and nothing is written. */
export function replayingEffects(recording: Recording, disk: Pick<Effects, 'readFile' | 'listFolder'>): Replayed {
  const waiting = recording.execs.map((one) => ({ ...one, key: JSON.stringify(one.argv) }));
  const written = new Map<string, string>();
  const log: string[] = [];
  const effects: Effects = {
    root: '/repository',
    home: '/nobody',
    leftOut: [],
    exec: (argv) => {
      const key = JSON.stringify(argv);
      const index = waiting.findIndex((one) => one.key === key);
      const [found] = index === -1 ? [] : waiting.splice(index, 1);
      if (found === undefined) throw new Error(`the recording holds no (further) answer to: ${argv.join(' ')}`);
      return Promise.resolve(found.result);
    },
    readFile: (path) => {
      const recorded = recording.files[path];
      return recorded === undefined ? disk.readFile(path) : Promise.resolve(new TextEncoder().encode(recorded));
    },
    listFolder: (path) => {
      const recorded = recording.folders[path];
      return recorded === undefined ? disk.listFolder(path) : Promise.resolve(recorded);
    },
    readCallersFile: () => Promise.resolve(null),
    statFile: (path) => Promise.resolve({ bytes: recording.files[path]?.length ?? 0, modified: 0 }),
    emptyFolder: () => Promise.resolve(),
    writeFile: () => Promise.resolve(),
    replaceFile: (path, text) => {
      written.set(path, text);
      return Promise.resolve();
    },
    removeFile: () => Promise.resolve(),
    lock: () => Promise.resolve({ release: () => Promise.resolve() }),
    now: () => Date.UTC(2026, 0, 31, 12),
    parallel: 2,
    log: (line) => log.push(line),
  };
  return { effects, written, log };
}
