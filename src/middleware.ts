import { defineMiddleware } from 'astro:middleware';
import { Problems } from './evidence/problem.ts';

/** In a build, a page whose components met problems is not written: all of them are thrown once it is rendered. */
export const onRequest = defineMiddleware(async ({ locals }, next) => {
  const response = await next();
  if (import.meta.env.DEV || response.headers.get('content-type')?.startsWith('text/html') !== true) return response;
  const html = await response.text();
  const problems = (locals as Partial<App.Locals>).lockstep?.problems ?? [];
  if (problems.length > 0) throw new Problems(problems);
  return new Response(html, response);
});
