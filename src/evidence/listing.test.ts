import { expect, test } from 'vitest';
import { countOpcode } from '../schema/sass.ts';
import { PLACE, problemText, sampleContext } from './fixtures/sample-context.ts';
import { resolveSass } from './listing.ts';
import { resolveSource, type Highlight } from './source.ts';

const plain: Highlight = (text) => text.split('\n').map((line) => [{ text: line, className: null }]);
const request = { kernel: 'halves', highlight: [] };

function sampleListing() {
  const device = sampleContext().labs['sample-lab']?.devices['sample-gpu'];
  const listing = device?.status === 'read' ? device.evidence.sass.listings[0] : undefined;
  if (listing === undefined) throw new Error('the sample has a listing');
  return listing;
}

test('an opcode counts with any further modifiers, and not for its letters alone', () => {
  expect(['SHFL', 'SHFL.DOWN', 'SHF', 'DOWN', 'LDG'].map((opcode) => countOpcode(sampleListing(), opcode))).toEqual([
    1, 1, 0, 0, 1,
  ]);
});

test('every target by number, those without a listing with the reason', () => {
  const { targets, native } = resolveSass(sampleContext(), request, plain, PLACE);
  expect(native).toBe('sm_90');
  expect(targets.map((one) => [one.target, one.status === 'listed' ? one.instructions.length : one.reason])).toEqual([
    ['sm_90', 5],
    ['sm_120', 'this toolchain does not know sm_120'],
  ]);
});

test('inlined code leads to the nearest line that the page quotes', () => {
  const anchors = (region: string): (string | null)[] => {
    const context = sampleContext();
    resolveSource(context, { file: 'sample.cu', region }, plain, PLACE);
    const [listed] = resolveSass(context, request, plain, PLACE).targets;
    return listed?.status === 'listed' ? listed.instructions.map(({ sourceAnchor }) => sourceAnchor) : [];
  };
  const line = (number: number): string => `code-sample-lab-sample-cu-L${String(number)}`;
  expect(anchors('all')).toEqual([line(7), line(3), null, line(7), null]);
  expect(anchors('kernel')).toEqual([line(7), line(7), null, line(7), null]);
});

test('the opcodes that matter are marked and counted', () => {
  const [listed] = resolveSass(sampleContext(), { ...request, highlight: 'SHFL' }, plain, PLACE).targets;
  if (listed?.status !== 'listed') throw new Error('the sample has a listing');
  expect(listed.highlights).toEqual([{ opcode: 'SHFL', count: 1 }]);
  expect(listed.instructions.map(({ highlighted }) => highlighted)).toEqual([false, false, true, false, false]);
  expect(listed.resources?.registers).toBe(8);
});

test('an unknown kernel', () => {
  expect(problemText(() => resolveSass(sampleContext(), { ...request, kernel: 'halfs' }, plain, PLACE)))
    .toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   The evidence lists no machine code of a kernel "halfs".
      expected  a known name; nearest: "halves"
      found     "halfs", which is not in code/sample-lab/evidence/sample-gpu.json
      to do     Change the kernel, or list it in code/sample-lab/plan.json and run: npx lockstep verify sample-lab"
  `);
});

test('an unknown target', () => {
  expect(problemText(() => resolveSass(sampleContext(), { ...request, targets: ['sm_80'] }, plain, PLACE)))
    .toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   The evidence knows no target "sm_80" for this kernel.
      expected  a known name; nearest: "sm_90", "sm_120"
      found     "sm_80"
      to do     Change the target, or add it to the plan of the lab and verify it again."
  `);
});

test('an opcode that no instruction has', () => {
  expect(problemText(() => resolveSass(sampleContext(), { ...request, highlight: 'SHFL.UP' }, plain, PLACE)))
    .toMatchInlineSnapshot(`
    "content/days/page.mdx:12:3
      problem   No instruction of "halves" shown here has the opcode "SHFL.UP".
      expected  a known name; nearest: "SHFL.DOWN"
      found     "SHFL.UP"
      to do     Change what is highlighted."
  `);
});
