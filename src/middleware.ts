import { defineMiddleware } from 'astro:middleware';
import { handOver } from './evidence/handover.ts';
import { problemPage } from './evidence/problem-page.ts';
import { problemsOf } from './evidence/problem.ts';

const base = `${import.meta.env.BASE_URL.replace(/\/$/, '')}/`;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/**
 * In a build, hands the problems that the components of a page met to the build, which then stops. In `dev`, a page that
 * cannot be shown at all says why in its place.
 */
export const onRequest = defineMiddleware(async ({ locals }, next) => {
  try {
    const response = await next();
    if (import.meta.env.DEV || response.headers.get('content-type')?.startsWith('text/html') !== true) return response;
    // Components run while the text is read.
    const html = await response.text();
    handOver((locals as Partial<App.Locals>).lockstep?.problems ?? []);
    return new Response(html, response);
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    if (import.meta.env.DEV) return new Response(problemPage(problems, base), { status: 500, headers: HTML });
    handOver(problems);
    return new Response('', { headers: HTML });
  }
});
