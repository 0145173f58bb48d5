import { expect, test } from 'vitest';
import { problemPage } from './problem-page.ts';

test('a problem is text, whatever it holds', () => {
  const problem = {
    place: { file: 'content/course.json', line: 2 },
    cause: 'No <script>alert(1)</script> & co.',
    remedy: 'Mend it.',
  };
  const page = problemPage([problem], '/course/');
  expect(/<pre[^>]*>([^]*)<\/pre>/.exec(page)?.[1]).toMatchInlineSnapshot(`
    "content/course.json:2
      problem   No &lt;script&gt;alert(1)&lt;/script&gt; &amp; co.
      to do     Mend it."
  `);
});
