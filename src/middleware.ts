import { defineMiddleware } from 'astro:middleware';
import { handOver } from './evidence/handover.ts';

/** In a build, hands the problems that the components of a page met to the build, which then stops. */
export const onRequest = defineMiddleware(async ({ locals }, next) => {
  const response = await next();
  if (import.meta.env.DEV || response.headers.get('content-type')?.startsWith('text/html') !== true) return response;
  // Components run while the text is read.
  const html = await response.text();
  handOver((locals as Partial<App.Locals>).lockstep?.problems ?? []);
  return new Response(html, response);
});
