import { expect, test } from 'vitest';
import { PLACE, problemText, sampleContext } from './fixtures/sample-context.ts';
import { resolveSource, type Highlight } from './source.ts';

const plain: Highlight = (text) => text.split('\n').map((line) => [{ text: line, className: null }]);

test('a region is quoted with the line numbers of the file', () => {
  const source = resolveSource(sampleContext(), { file: 'sample.cu', region: 'kernel' }, plain, PLACE);
  expect(source.lines.map(({ number, anchor, tokens }) => [number, anchor, tokens.map(({ text }) => text).join('')]))
    .toMatchInlineSnapshot(`
    [
      [
        6,
        "code-sample-lab-sample-cu-L6",
        "__global__ void halves(const float* in, float* out) {",
      ],
      [
        7,
        "code-sample-lab-sample-cu-L7",
        "  out[threadIdx.x] = half_of(in[threadIdx.x]);  // as it should",
      ],
      [
        8,
        "code-sample-lab-sample-cu-L8",
        "}",
      ],
    ]
  `);
  expect(source.text).toBe(
    '__global__ void halves(const float* in, float* out) {\n  out[threadIdx.x] = half_of(in[threadIdx.x]);  // as it should\n}\n',
  );
});

test('a line that is quoted twice has its anchor once', () => {
  const context = sampleContext();
  resolveSource(context, { file: 'sample.cu', region: 'kernel' }, plain, PLACE);
  const { lines } = resolveSource(context, { file: 'sample.cu', region: 'all' }, plain, PLACE);
  expect(lines.filter(({ anchor }) => anchor === null).map(({ number }) => number)).toEqual([6, 7, 8]);
});

test('the address of the file is known only for a commit that had exactly this file', () => {
  const context = sampleContext();
  context.course.repository = 'https://example.org/course/';
  const device = context.labs['sample-lab']?.devices['sample-gpu'];
  if (device?.status !== 'read') throw new Error('the sample has evidence');
  const address = (): string | null =>
    resolveSource(context, { file: 'sample.cu', region: 'kernel' }, plain, PLACE).url;
  expect(address()).toBeNull();
  const commit = 'c'.repeat(40);
  device.evidence.capture.git = { status: 'known', commit, dirty: true };
  expect(address()).toBeNull();
  device.evidence.capture.git = { status: 'known', commit, dirty: false };
  expect(address()).toBe(`https://example.org/course/blob/${commit}/code/sample-lab/sample.cu`);
});

test('a file that does not exist', () => {
  expect(problemText(() => resolveSource(sampleContext(), { file: 'sampel.cu', region: 'kernel' }, plain, PLACE)))
    .toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   There is no file code/sample-lab/sampel.cu.
      expected  a known name; nearest: "code/sample-lab/sample.cu"
      found     "sampel.cu"
      to do     Change the file, or let code/sample-lab/plan.json build it and run: npx lockstep verify sample-lab"
  `);
});

test('a file that the evidence was not made with proves nothing', () => {
  expect(problemText(() => resolveSource(sampleContext(), { file: 'not-built.cu', region: 'a' }, plain, PLACE)))
    .toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   The evidence in code/sample-lab/evidence/sample-gpu.json was not made with code/sample-lab/not-built.cu.
      expected  a known name; nearest: "code/sample-lab/sample.cu"
      found     "not-built.cu"
      to do     Change the file, or let code/sample-lab/plan.json build it and run: npx lockstep verify sample-lab"
  `);
});

test('a region that does not exist', () => {
  expect(problemText(() => resolveSource(sampleContext(), { file: 'sample.cu', region: 'kernle' }, plain, PLACE)))
    .toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   code/sample-lab/sample.cu has no region "kernle".
      expected  a known name; nearest: "kernel"
      found     "kernle"
      to do     Change the region, or mark it in code/sample-lab/sample.cu with "// #region kernle" and "// #endregion kernle"."
  `);
});
