import { expect, test } from 'vitest';
import { componentsOf } from './mdx.ts';

test('the components of a page, each with its attributes', () => {
  const [measured, samples, ...rest] = componentsOf(
    'One <Measured id="a/b" unit="ms" /> and\n\n<Samples\n  ids={[\'a/b\', "c"]}\n  caption="It\'s."\n/>\n\n```mdx\n<Sass kernel="k" />\n```\n',
  );
  expect([measured?.name, measured?.text('id'), measured?.text('lab')]).toEqual(['Measured', 'a/b', undefined]);
  expect([samples?.name, samples?.list('ids'), samples?.list('targets')]).toEqual(['Samples', ['a/b', 'c'], []]);
  expect(rest).toEqual([]);
});
