import { z } from 'zod';

/** Lower-case hexadecimal SHA-256. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 is 64 lower-case hexadecimal digits');

/** A path relative to the repository root, with forward slashes and no way out of it. */
export const repoPath = z
  .string()
  .regex(
    /^(?!\/)(?![A-Za-z]:)(?!(?:.*\/)?\.\.(?:\/|$))[^\\]+$/,
    'a path is relative to the repository, stays inside it, and uses forward slashes',
  );

/** UTC time to the second, as in 2026-01-31T23:59:59Z. */
export const utcTime = z.iso.datetime({ precision: 0 });

/** One run of the verification: the time it began, to the millisecond. What ran in it was under the same tools. */
export const session = z.iso.datetime({ precision: 3 });

/** Calendar date, as in 2026-01-31. */
export const calendarDate = z.iso.date();

/** The name of a lab: also the name of its folder in `code/`. */
export const labName = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a lab is named in lower case with hyphens');

/** The name of a device in file names and pages, made from the vendor's product name. */
export const deviceSlug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a device is named in lower case with hyphens');

/** An identifier of a value inside one lab, with `/` for grouping: `ladder/sum/rows-wrong`. */
export const valueId = z
  .string()
  .regex(/^[a-z0-9_]+([-./][a-z0-9_]+)*$/, 'an id is lower-case words joined by "-", "." or "/"');

/** What a program is compiled for, as its compiler names it: `sm_90`, `sm_90a`, `x86-64-v3`. */
export const target = z.string().regex(/^[a-z0-9]+([-_.+][a-z0-9]+)*$/, 'a target is named as the compiler names it');

/** Units a value may carry. A page that quotes the value states the same unit. */
export const unit = z.enum([
  'ns',
  'µs',
  'ms',
  's',
  'cycles',
  'GB/s',
  'bytes',
  'instructions',
  'threads',
  'count',
  'ratio',
  '%',
]);
export type Unit = z.infer<typeof unit>;

/** Text that a tool or a program printed, cut at a limit. It is data: escape it before it reaches HTML. */
export const printedText = z.strictObject({
  text: z.string(),
  cutBytes: z.int().nonnegative().describe('bytes left out at the end; 0 when the text is whole'),
});
export type PrintedText = z.infer<typeof printedText>;
