import type { ProblemDetails } from '../evidence/problem.ts';
import { readCourse, type StoredCourse } from './course.ts';
import { readDiagrams, type Pictures } from './diagrams.ts';
import { openFiles } from './files.ts';
import { frontmatterProblems } from './frontmatter.ts';
import { readLabs, type Lab } from './labs.ts';
import { dayFile, findDays } from './pages.ts';
import { storedSignoff, strayProblems, type StoredSignoff } from './signoffs.ts';

/** A page as it lies in the repository, without its text. */
export interface StoredPage {
  slug: string;
  /** What is wrong with its frontmatter. */
  problems: ProblemDetails[];
  signoff: StoredSignoff;
}

/** What the repository holds at one moment. Every file is read, digested and checked once. */
export interface Snapshot {
  course: StoredCourse;
  labs: Lab[];
  days: StoredPage[];
  pictures: Pictures;
  /** Sign-offs of no page. */
  strays: ProblemDetails[];
}

/** Reads the repository at `root`. A fault in it is data, not an exception. */
export async function readSnapshot(root: string): Promise<Snapshot> {
  const files = openFiles(root);
  const slugs = await findDays(root);
  return {
    course: await readCourse(files),
    labs: await readLabs(files),
    days: await Promise.all(
      slugs.map(async (slug) => ({
        slug,
        problems: await frontmatterProblems(files, dayFile(slug)),
        signoff: await storedSignoff(files, slug),
      })),
    ),
    pictures: await readDiagrams(files),
    strays: await strayProblems(files, slugs),
  };
}
