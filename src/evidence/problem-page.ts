import { describeProblems, type ProblemDetails } from './problem.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/**
 * A page that stands where no page can, while the course is being written: plain, since the course says neither its
 * title nor its language. The scripts are those of `dev`, which load the page again when a file changes.
 */
export function problemPage(problems: readonly ProblemDetails[], base: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>This page cannot be shown</title>
    <script type="module" src="${base}@vite/client"></script>
    <script type="module" src="${base}src/components/furniture/follow.ts"></script>
  </head>
  <body>
    <main>
      <h1>This page cannot be shown</h1>
      <pre role="alert" style="white-space: pre-wrap">${escaped(describeProblems(problems))}</pre>
    </main>
  </body>
</html>
`;
}
