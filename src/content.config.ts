import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import {
  courseLoader,
  daysLoader,
  diagramsLoader,
  labsLoader,
  signoffsLoader,
  type StoredCourse,
  type StoredDiagrams,
  type StoredLab,
  type StoredSignoff,
} from './loaders/collections.ts';
import { dayPage } from './schema/page.ts';

// The loaders check what they read; these schemas only say what they hand on.
export const collections = {
  days: defineCollection({ loader: daysLoader(), schema: dayPage }),
  course: defineCollection({ loader: courseLoader(), schema: z.custom<StoredCourse>() }),
  labs: defineCollection({ loader: labsLoader(), schema: z.custom<StoredLab>() }),
  signoffs: defineCollection({ loader: signoffsLoader(), schema: z.custom<StoredSignoff>() }),
  diagrams: defineCollection({ loader: diagramsLoader(), schema: z.custom<StoredDiagrams>() }),
};
