/** A component as an author wrote it. */
export interface Written {
  name: string;
  attributes: string;
  /** The text of an attribute written as `name="text"`. */
  text: (attribute: string) => string | undefined;
  /** The texts of an attribute written as `name={['a', 'b']}` or `name="a"`. */
  list: (attribute: string) => string[];
}

const QUOTING =
  /<(Measured|Compared|Checked|Checks|Outcomes|Samples|Bandwidth|Counters|Lanes|Sass|Environment)\b([^]*?)\/>/g;

const strings = (text: string): string[] =>
  [...text.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, single, double]) => single ?? double ?? '');

/** The components of a page that quote evidence, in their order, without what stands in fences. */
export function componentsOf(mdx: string): Written[] {
  const text = mdx.replace(/^(`{3,})[^]*?^\1/gm, '');
  return [...text.matchAll(QUOTING)].map(([, name = '', attributes = '']) => ({
    name,
    attributes,
    text: (attribute) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(attributes)?.[1],
    list: (attribute) => strings(new RegExp(`\\b${attribute}=(\\{[^}]*\\}|"[^"]*")`).exec(attributes)?.[1] ?? ''),
  }));
}
