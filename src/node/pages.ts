import { basename } from 'node:path';
import { filesIn } from './folders.ts';

export const DAYS_FOLDER = 'content/days';

/** Slugs of the days: their file names. */
export async function findDays(root: string): Promise<string[]> {
  return (await filesIn(root, DAYS_FOLDER, '.mdx')).map((file) => basename(file, '.mdx'));
}

/** Path of a day in the repository. */
export const dayFile = (slug: string): string => `${DAYS_FOLDER}/${slug}.mdx`;
