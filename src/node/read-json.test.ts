import { expect, test } from 'vitest';
import { describeProblems, problemsOf } from '../evidence/problem.ts';
import { parseJson } from './read-json.ts';

const source = { file: 'code/lab/plan.json', remedy: 'Mend it.' };

function refusal(text: string): string {
  try {
    parseJson(text, source);
  } catch (error) {
    return describeProblems(problemsOf(error) ?? []);
  }
  throw new Error('it was read');
}

test('JSON is read as it is', () => {
  expect(parseJson('{"a": [1, {"b": null}], "b": 2}', source)).toEqual({ a: [1, { b: null }], b: 2 });
});

test('a key that stands twice is refused, however deep, since only one of the two would count', () => {
  expect(refusal('{\n  "a": [{\n    "lab": "one",\n    "lab": "two"\n  }]\n}')).toMatchInlineSnapshot(`
    "code/lab/plan.json:4:5
      problem   The key "lab" stands twice in one object, and only the last would count.
      expected  each key once
      found     "lab" again
      to do     Mend it."
  `);
});

test('a text that ends too soon is refused at its end', () => {
  expect(refusal('{"a": [1, 2')).toContain('code/lab/plan.json:1');
});
