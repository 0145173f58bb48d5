import { problemsOf, type ProblemDetails } from '../evidence/problem.ts';
import { course as schema, type Course } from '../schema/course.ts';
import type { Files } from './files.ts';
import { readJson } from './read-json.ts';

export const COURSE_FILE = 'content/course.json';

/** The configuration of the course, or why it cannot be used. */
export type StoredCourse = { status: 'read'; course: Course } | { status: 'unusable'; problems: ProblemDetails[] };

/** The configuration of the course. A fault is data, not an exception. */
export async function readCourse(files: Files): Promise<StoredCourse> {
  const remedy = `Mend ${COURSE_FILE}; src/schema/course.ts says what it holds.`;
  try {
    return { status: 'read', course: await readJson(schema, { files, file: COURSE_FILE, remedy }) };
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return { status: 'unusable', problems };
  }
}
