import { glob, type Loader } from 'astro/loaders';
import { basename } from 'node:path';
import { COURSE_FILE, type StoredCourse } from '../node/course.ts';
import { DIAGRAMS_FOLDER } from '../node/diagrams.ts';
import type { Lab, StoredEvidence } from '../node/labs.ts';
import { DAYS_FOLDER } from '../node/pages.ts';
import type { StoredSignoff } from '../node/signoffs.ts';
import { freshLoader } from './fresh.ts';

export type { StoredCourse } from '../node/course.ts';
export type { StoredSignoff } from '../node/signoffs.ts';

type Readable = Extract<StoredEvidence, { status: 'read' }>;

/** A lab with its evidence as text alone: what it says was checked when it was read, and the store need not hold it twice. */
export interface StoredLab extends Omit<Lab, 'devices'> {
  devices: Record<string, Omit<Readable, 'evidence'> | Exclude<StoredEvidence, Readable>>;
}

const asText = ({ devices, ...lab }: Lab): StoredLab => ({
  ...lab,
  devices: Object.fromEntries(
    Object.entries(devices).map(([device, stored]): [string, StoredLab['devices'][string]] => {
      if (stored.status !== 'read') return [device, stored];
      const { evidence: _, ...kept } = stored;
      return [device, kept];
    }),
  ),
});

export interface StoredDiagrams {
  pictures: Record<string, string>;
}

/**
 * The pages of days. The file name is the id, as it is written: an id made pretty is no longer the name of a lab.
 * Entries that an earlier build kept are left out: they are what another schema made of the same text.
 */
export function daysLoader(): Loader {
  const { load, ...days } = glob({
    base: DAYS_FOLDER,
    pattern: '*.mdx',
    generateId: ({ entry }) => basename(entry, '.mdx'),
  });
  return {
    ...days,
    load: async (context) => {
      context.store.clear();
      await load(context);
    },
  };
}

/** Labs with their evidence, judged against the present files, and with the texts of those files: all of one moment. */
export function labsLoader(): Loader {
  return freshLoader<StoredLab>({
    name: 'lockstep-labs',
    folders: ['code'],
    pick: ({ labs }) => labs.map((lab) => ({ id: lab.name, data: asText(lab), file: `code/${lab.name}/plan.json` })),
  });
}

/** Who stands behind each page, by its slug. */
export function signoffsLoader(): Loader {
  return freshLoader<StoredSignoff>({
    name: 'lockstep-signoffs',
    folders: ['content'],
    pick: ({ days }) => days.map(({ slug, signoff }) => ({ id: slug, data: signoff, file: signoff.file })),
  });
}

/** The one entry `course`. */
export function courseLoader(): Loader {
  return freshLoader<StoredCourse>({
    name: 'lockstep-course',
    folders: ['content'],
    pick: ({ course }) => [{ id: 'course', data: course, file: COURSE_FILE }],
  });
}

/** The one entry `diagrams`: every picture by its hash. A collection without an entry makes Astro warn. */
export function diagramsLoader(): Loader {
  return freshLoader<StoredDiagrams>({
    name: 'lockstep-diagrams',
    folders: ['content'],
    pick: ({ pictures }) => [{ id: 'diagrams', data: { pictures: pictures.sound }, file: DIAGRAMS_FOLDER }],
  });
}
