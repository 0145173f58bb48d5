/** Which SVG may stand in a page: shapes and text in classes, nothing that runs, loads or styles. */

const ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan title desc defs marker clipPath use'.split(' '),
);

const ATTRIBUTES = new Set(
  (
    'xmlns viewBox width height role class id aria-labelledby aria-describedby transform d x y x1 y1 x2 y2 dx dy cx cy ' +
    'r rx ry points refX refY markerUnits markerWidth markerHeight orient marker-start marker-mid marker-end clip-path ' +
    'fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin fill-opacity opacity text-anchor ' +
    'dominant-baseline font-size font-weight font-style preserveAspectRatio href'
  ).split(' '),
);

const TAG = /<\/?([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*\/?>/g;
const ATTRIBUTE = /([\w:-]+)="([^"<]*)"/g;

function attributeFault(name: string, value: string): string | null {
  if (!ATTRIBUTES.has(name)) return `the attribute ${name}`;
  // Paint and references may name something in the same picture, and nothing else.
  const foreign = name === 'href' ? !value.startsWith('#') : /\\|url\((?!#)/i.test(value);
  if (foreign) return `${name}="${value}"`;
  return null;
}

/** The first thing in an SVG text that may not stand in a page; null when there is none. */
export function svgFault(svg: string): string | null {
  const [first] = svg.matchAll(TAG);
  if (first?.index !== 0 || first[1] !== 'svg') return 'a text that does not begin with <svg>';
  for (const [, element = '', attributes = ''] of svg.matchAll(TAG)) {
    if (!ELEMENTS.has(element)) return `the element <${element}>`;
    for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      const fault = attributeFault(name, value);
      if (fault !== null) return fault;
    }
  }
  // What is neither a tag of this plain form nor text: a comment, a declaration, an attribute in other quotes.
  return svg.replace(TAG, '').includes('<') ? 'markup that is no plain element' : null;
}
