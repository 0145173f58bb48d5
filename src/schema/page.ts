import { z } from 'zod';
import { calendarDate, labName } from './primitives.ts';

/** YAML reads a bare 2026-01-31 as an instant; the page means the day. */
const writtenDate = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  calendarDate,
);

/** A source that a page cites, with the day somebody last read it. */
export const source = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(1),
  section: z.string().min(1).optional(),
  publisher: z.string().min(1),
  url: z.url({ protocol: /^https$/ }),
  checked: writtenDate,
  supports: z.string().min(1).describe('what the page takes from it'),
});

const commonFields = {
  title: z.string().min(1).max(80),
  question: z.string().min(1).describe('what a reader came to ask; it opens the page'),
  answer: z.string().min(1).describe('the answer in a sentence'),
  requires: z.array(z.string()).default([]).describe('pages to read first'),
  sources: z.array(source).default([]),
};

/** Frontmatter of a day. Its file name is the name of its lab. */
export const dayPage = z.strictObject({
  ...commonFields,
  day: z.int().positive(),
  lab: labName.optional().describe('only when it differs from the file name'),
});
export type DayPage = z.infer<typeof dayPage>;
