/** What an author may write in MDX. */
import type { PageContext } from '../../evidence/context.ts';
import { expectedName } from '../../evidence/nearest.ts';
import type { Written } from '../../evidence/written.ts';
import Byline from './Byline.astro';
import Checked from './Checked.astro';
import Compared from './Compared.astro';
import Diagram from './Diagram.astro';
import Environment from './Environment.astro';
import Figure from './Figure.astro';
import Kernel from './Kernel.astro';
import Measured from './Measured.astro';
import Samples from './Samples.astro';
import Sass from './Sass.astro';
import Unknown from './Unknown.astro';

const known = { Byline, Checked, Compared, Diagram, Environment, Figure, Kernel, Measured, Samples, Sass };

/** A stand-in for `Foo.Bar` lies at `Bar` of a stand-in for `Foo`. */
const standIn = ([first, ...rest]: readonly string[]): unknown =>
  first === undefined ? Unknown : { [first]: standIn(rest) };

/** The components of a page by name. One that nothing defines is kept as a problem of the page, at its place. */
export function componentsFor(written: Written, { problems }: PageContext): Record<string, unknown> {
  const components: Record<string, unknown> = { ...known };
  for (const { name, place } of written.components) {
    const [root = name, ...inside] = name.split('.');
    if (root in known) continue;
    components[root] = standIn(inside);
    problems.push({
      place,
      cause: `There is no component <${name}>.`,
      expected: expectedName(name, Object.keys(known)),
      found: `<${name}>`,
      remedy: 'Change the name, or import what it shall be.',
    });
  }
  return components;
}
