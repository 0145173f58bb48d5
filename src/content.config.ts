import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import {
  courseLoader,
  daysLoader,
  diagramsLoader,
  evidenceLoader,
  labsLoader,
  signoffsLoader,
  sourcesLoader,
  type StoredCourse,
  type StoredDiagrams,
  type StoredEntry,
  type StoredLab,
  type StoredText,
} from './loaders/collections.ts';
import type { StoredSignoff } from './node/signoffs.ts';
import { dayPage } from './schema/page.ts';

// The loaders check what they read; these schemas only say what they hand on.
export const collections = {
  days: defineCollection({ loader: daysLoader(), schema: dayPage }),
  course: defineCollection({ loader: courseLoader(), schema: z.custom<StoredCourse>() }),
  labs: defineCollection({ loader: labsLoader(), schema: z.custom<StoredLab>() }),
  evidence: defineCollection({ loader: evidenceLoader(), schema: z.custom<StoredEntry>() }),
  sources: defineCollection({ loader: sourcesLoader(), schema: z.custom<StoredText>() }),
  signoffs: defineCollection({ loader: signoffsLoader(), schema: z.custom<StoredSignoff>() }),
  diagrams: defineCollection({ loader: diagramsLoader(), schema: z.custom<StoredDiagrams>() }),
};
