import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { daysLoader, repositoryLoader, type Reading } from './loaders/collections.ts';
import { dayPage } from './schema/page.ts';

// Of the repository, the store holds that it was read; what it holds, pages take from where the loader presents it.
export const collections = {
  days: defineCollection({ loader: daysLoader(), schema: dayPage }),
  repository: defineCollection({ loader: repositoryLoader(), schema: z.custom<Reading>() }),
};
