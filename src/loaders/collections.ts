import { glob, type Loader } from 'astro/loaders';
import { basename } from 'node:path';
import { problemsOf, type ProblemDetails } from '../evidence/problem.ts';
import { COURSE_FILE, readCourse } from '../node/course.ts';
import { DIAGRAMS_FOLDER, readDiagrams } from '../node/diagrams.ts';
import { readLabs, type StoredEvidence } from '../node/labs.ts';
import { DAYS_FOLDER, findDays } from '../node/pages.ts';
import { storedSignoff, type StoredSignoff } from '../node/signoffs.ts';
import type { Course } from '../schema/course.ts';
import { freshLoader } from './fresh.ts';

export type StoredCourse = { status: 'read'; course: Course } | { status: 'unusable'; problems: ProblemDetails[] };
export type StoredEntry = StoredEvidence & { lab: string; device: string };
export interface StoredLab {
  name: string;
}
export interface StoredText {
  text: string;
}

export interface StoredDiagrams {
  pictures: Record<string, string>;
}

/** The pages of days. The file name is the id, as it is written: an id made pretty is no longer the name of a lab. */
export function daysLoader(): Loader {
  return glob({ base: DAYS_FOLDER, pattern: '*.mdx', generateId: ({ entry }) => basename(entry, '.mdx') });
}

export function labsLoader(): Loader {
  return freshLoader<StoredLab>({
    name: 'lockstep-labs',
    folders: ['code'],
    read: async (root) =>
      (await readLabs(root)).map(({ name }) => ({ id: name, data: { name }, file: `code/${name}/plan.json` })),
  });
}

/** Evidence by `lab/device`, judged against the present files. */
export function evidenceLoader(): Loader {
  return freshLoader<StoredEntry>({
    name: 'lockstep-evidence',
    folders: ['code'],
    read: async (root) =>
      (await readLabs(root)).flatMap(({ name, devices }) =>
        Object.entries(devices).map(([device, stored]) => ({
          id: `${name}/${device}`,
          data: { ...stored, lab: name, device },
          file: stored.file,
        })),
      ),
  });
}

/** Sources that evidence was made with, by path in the repository. */
export function sourcesLoader(): Loader {
  return freshLoader<StoredText>({
    name: 'lockstep-sources',
    folders: ['code'],
    read: async (root) => {
      const sources = Object.assign({}, ...(await readLabs(root)).map((lab) => lab.sources)) as Record<string, string>;
      return Object.entries(sources).map(([file, text]) => ({ id: file, data: { text }, file }));
    },
  });
}

/** Who stands behind each page, by its slug. */
export function signoffsLoader(): Loader {
  return freshLoader<StoredSignoff>({
    name: 'lockstep-signoffs',
    folders: ['content'],
    read: async (root) =>
      Promise.all(
        (await findDays(root)).map(async (day) => {
          const data = await storedSignoff(root, day);
          return { id: day, data, file: data.file };
        }),
      ),
  });
}

/** The one entry `course`. */
export function courseLoader(): Loader {
  return freshLoader<StoredCourse>({
    name: 'lockstep-course',
    folders: ['content'],
    read: async (root) => {
      try {
        return [{ id: 'course', data: { status: 'read', course: await readCourse(root) }, file: COURSE_FILE }];
      } catch (error) {
        const problems = problemsOf(error);
        if (problems === null) throw error;
        return [{ id: 'course', data: { status: 'unusable', problems }, file: COURSE_FILE }];
      }
    },
  });
}

/** The one entry `diagrams`: every picture by its hash. A collection without an entry makes Astro warn. */
export function diagramsLoader(): Loader {
  return freshLoader<StoredDiagrams>({
    name: 'lockstep-diagrams',
    folders: [DIAGRAMS_FOLDER],
    read: async (root) => [
      { id: 'diagrams', data: { pictures: (await readDiagrams(root)).sound }, file: DIAGRAMS_FOLDER },
    ],
  });
}
