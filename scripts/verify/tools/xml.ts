import { unreadable } from './unreadable.ts';

/** An element of a report. Attributes are read past: the tools that write these reports use none. */
export interface XmlElement {
  name: string;
  children: XmlElement[];
  /** Text directly inside, trimmed. */
  text: string;
}

const TOKEN = /<\?[^>]*\?>|<!--[\s\S]*?-->|<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s[^<>]*?)?)(\/?)>|([^<]+)|</g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
    return ENTITIES[name ?? ''] ?? whole;
  });

/**
 * Reads a report in XML: elements and text, without document types or CDATA. Throws a Problem with the line for anything
 * else, and for a report that is cut off.
 */
export function parseXml(tool: string, source: string): XmlElement {
  const root: XmlElement = { name: '', children: [], text: '' };
  const open = [root];
  const lineAt = (index: number): number => source.slice(0, index).split('\n').length;
  for (const match of source.matchAll(TOKEN)) {
    const [whole, closed, opened, , alone, text] = match;
    const inner = open.at(-1) ?? root;
    if (text !== undefined) inner.text += unescaped(text);
    else if (opened !== undefined) {
      const element = { name: opened, children: [], text: '' };
      inner.children.push(element);
      if (alone !== '/') open.push(element);
    } else if (closed !== undefined) {
      if (inner.name !== closed) throw unreadable(tool, lineAt(match.index), `the end of <${inner.name}>`, whole);
      open.pop();
    } else if (whole === '<') {
      throw unreadable(tool, lineAt(match.index), 'an element', source.slice(match.index, match.index + 80));
    }
    inner.text = inner.text.trimStart();
  }
  const [document, ...more] = root.children;
  const unclosed = open.at(-1);
  if (open.length > 1) throw unreadable(tool, lineAt(source.length), `the end of <${unclosed?.name ?? ''}>`, 'the end');
  if (document === undefined || more.length > 0 || root.text.trim() !== '') {
    throw unreadable(tool, 1, 'one element around everything', source);
  }
  return trimmed(document);
}

const trimmed = (element: XmlElement): XmlElement => ({
  ...element,
  text: element.text.trim(),
  children: element.children.map(trimmed),
});

/** The first child of that name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

/** The text of the first child of that name; null when there is none or it is empty. */
export function textOf(element: XmlElement | undefined, name: string): string | null {
  const text = childOf(element, name)?.text ?? '';
  return text === '' ? null : text;
}

/** All text inside, in order. */
export const allText = (element: XmlElement): string =>
  [element.text, ...element.children.map(allText)].filter((text) => text !== '').join(' ');
