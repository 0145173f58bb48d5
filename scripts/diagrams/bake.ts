/**
 * Makes a picture of the SVG that Mermaid drew: what its style sheet said becomes attributes for shape and classes for
 * colour (`diagram-fill-…`, `diagram-stroke-…`, coloured by `src/styles`), so that it follows the theme of the page
 * under a policy that forbids styles. Runs in the browser and is sent there as text: it uses nothing from outside.
 */
export function bake(svg: SVGSVGElement, prefix: string): string {
  const isPainted = (value: string): boolean =>
    value !== 'none' && value !== 'transparent' && !/^rgba\(.*, 0\)$/.test(value);

  function fillRole(element: Element): string {
    if (element.closest('text') !== null) return 'text';
    if (element.closest('marker') !== null) return 'line';
    if (element.classList.contains('background') || element.closest('.edgeLabel') !== null) return 'ground';
    if (element.closest('.cluster, .section, .loopLine') !== null) return 'group';
    return element.closest('.note') === null ? 'shape' : 'note';
  }

  const strokeRole = (element: Element): string => (element.closest('.cluster') === null ? 'line' : 'group');

  const SHAPES = 'path, rect, circle, ellipse, line, polyline, polygon, text, tspan, use';
  const IDLE: Record<string, string[]> = {
    'stroke-linecap': ['butt'],
    'stroke-linejoin': ['miter'],
    'fill-opacity': ['1'],
    opacity: ['1'],
  };
  const IDLE_TEXT: Record<string, string[]> = {
    'text-anchor': ['start'],
    'dominant-baseline': ['auto'],
    'font-weight': ['400', 'normal'],
    'font-style': ['normal'],
  };

  /** What an element looks like, read before anything is taken away. */
  function looksOf(element: Element): Record<string, string> {
    const style = getComputedStyle(element);
    const looks: Record<string, string> = {};
    const isText = element.matches('text, tspan');
    const classes: string[] = [];
    if (isPainted(style.fill)) classes.push(`diagram-fill-${fillRole(element)}`);
    else looks['fill'] = 'none';
    if (!isText && isPainted(style.stroke) && style.strokeWidth !== '0px') {
      classes.push(`diagram-stroke-${strokeRole(element)}`);
      looks['stroke-width'] = style.strokeWidth.replace('px', '');
      // Mermaid writes a dash of the length of the whole line to leave room for an arrow head: that is no dash.
      const dashes = style.strokeDasharray.replaceAll('px', '');
      const pattern = dashes.split(/[\s,]+/).map(Number);
      if (dashes !== 'none' && (pattern[1] ?? 0) > 0) looks['stroke-dasharray'] = pattern.join(' ');
    }
    for (const [name, idle] of Object.entries(isText ? IDLE_TEXT : IDLE)) {
      const value = style.getPropertyValue(name);
      if (!idle.includes(value)) looks[name] = value;
    }
    if (element.matches('text')) looks['font-size'] = style.fontSize.replace('px', '');
    if (classes.length > 0) looks['class'] = classes.join(' ');
    return looks;
  }

  const all = [...svg.querySelectorAll('*')];
  const looks = new Map(all.filter((element) => element.matches(SHAPES)).map((element) => [element, looksOf(element)]));
  for (const element of svg.querySelectorAll('style, filter, linearGradient, radialGradient')) element.remove();

  const KEPT = new Set(
    (
      'id transform d x y x1 y1 x2 y2 dx dy cx cy r rx ry points width height viewBox refX refY markerUnits ' +
      'markerWidth markerHeight orient marker-start marker-mid marker-end clip-path'
    ).split(' '),
  );
  for (const element of all) {
    for (const { name } of [...element.attributes]) if (!KEPT.has(name)) element.removeAttribute(name);
    for (const [name, value] of Object.entries(looks.get(element) ?? {})) element.setAttribute(name, value);
  }

  const { width, height } = svg.viewBox.baseVal;
  const viewBox = svg.getAttribute('viewBox') ?? '';
  for (const { name } of [...svg.attributes]) svg.removeAttribute(name);
  const [title, description] = [svg.querySelector('title'), svg.querySelector('desc')];
  if (title !== null) title.id = 'title';
  if (description !== null) description.id = 'desc';

  // Only ids that something names are kept, each with the prefix of this picture.
  const named = new Set(['title', 'desc']);
  const naming = /url\(["']?#([^"')]+)["']?\)/;
  for (const element of svg.querySelectorAll('*')) {
    for (const { value } of element.attributes) {
      const id = naming.exec(value)?.[1];
      if (id !== undefined) named.add(id);
    }
  }
  const renamed = new Map(
    [...named].map((id, index) => [
      id,
      id === 'title' || id === 'desc' ? `${prefix}-${id}` : `${prefix}-${String(index)}`,
    ]),
  );
  for (const element of [...svg.querySelectorAll('*')]) {
    if (element.matches('marker, symbol, clipPath') && !named.has(element.id)) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      const id = naming.exec(value)?.[1];
      if (id !== undefined) element.setAttribute(name, `url(#${renamed.get(id) ?? id})`);
    }
    if (element.localName === 'defs' && element.childElementCount === 0) element.remove();
    if (element.id !== '') {
      const id = renamed.get(element.id);
      if (id === undefined) element.removeAttribute('id');
      else element.id = id;
    }
  }

  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('width', String(Math.ceil(width)));
  svg.setAttribute('height', String(Math.ceil(height)));
  svg.setAttribute('class', 'diagram__picture');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-labelledby', `${prefix}-title ${prefix}-desc`);
  return new XMLSerializer().serializeToString(svg);
}
