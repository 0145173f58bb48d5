import { course as schema, type Course } from '../schema/course.ts';
import { readJson } from './read-json.ts';

export const COURSE_FILE = 'content/course.json';

/** The configuration of the course. Throws Problem or Problems. */
export async function readCourse(root: string): Promise<Course> {
  return readJson(schema, {
    root,
    file: COURSE_FILE,
    remedy: `Mend ${COURSE_FILE}; src/schema/course.ts says what it holds.`,
  });
}
