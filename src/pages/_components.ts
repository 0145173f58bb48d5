/** What an author may write in MDX. */
import Bandwidth from '../components/evidence/Bandwidth.astro';
import Byline from '../components/evidence/Byline.astro';
import Checked from '../components/evidence/Checked.astro';
import Checks from '../components/evidence/Checks.astro';
import Cite from '../components/evidence/Cite.astro';
import Compared from '../components/evidence/Compared.astro';
import Counters from '../components/evidence/Counters.astro';
import Diagram from '../components/evidence/Diagram.astro';
import Environment from '../components/evidence/Environment.astro';
import Figure from '../components/evidence/Figure.astro';
import Kernel from '../components/evidence/Kernel.astro';
import Lanes from '../components/evidence/Lanes.astro';
import Measured from '../components/evidence/Measured.astro';
import Samples from '../components/evidence/Samples.astro';
import Outcomes from '../components/evidence/Outcomes.astro';
import ScrollTable from '../components/evidence/ScrollTable.astro';
import Sass from '../components/evidence/Sass.astro';
import Unknown from '../components/evidence/Unknown.astro';
import WarpStrip from '../components/evidence/WarpStrip.astro';
import Aside from '../components/furniture/Aside.astro';
import Beside from '../components/furniture/Beside.astro';
import Trap from '../components/furniture/Trap.astro';
import type { PageContext } from '../evidence/context.ts';
import { expectedName } from '../evidence/nearest.ts';
import type { Written } from '../evidence/written.ts';

const quoting = {
  Bandwidth,
  Byline,
  Checked,
  Checks,
  Cite,
  Compared,
  Counters,
  Diagram,
  Environment,
  Figure,
  Kernel,
  Lanes,
  Measured,
  Outcomes,
  Samples,
  Sass,
  WarpStrip,
};
const furniture = { Aside, Beside, Trap };
const known = { ...quoting, ...furniture };

/** A stand-in for `Foo.Bar` lies at `Bar` of a stand-in for `Foo`. */
const standIn = ([first, ...rest]: readonly string[]): unknown =>
  first === undefined ? Unknown : { [first]: standIn(rest) };

/** The components of a page by name. One that nothing defines is kept as a problem of the page, at its place. */
export function componentsFor(written: Written, { problems }: PageContext): Record<string, unknown> {
  const components: Record<string, unknown> = { ...known, table: ScrollTable };
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
