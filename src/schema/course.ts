import { z } from 'zod';
import { deviceSlug } from './primitives.ts';

/** `content/course.json`: all the engine knows of a course beside its pages and labs. */
export const course = z.strictObject({
  $schema: z.string().optional(),
  title: z.string().min(1),
  tagline: z.string().min(1),
  description: z.string().min(1),
  language: z.string().min(2).default('en'),
  primaryDevice: deviceSlug.describe('the device whose evidence pages show unless they name another'),
  repository: z.url().optional(),
  drafts: z.enum(['publish-with-mark', 'leave-out']).default('publish-with-mark'),
});
export type Course = z.infer<typeof course>;
