const slug = (text: string): string => text.replace(/[^A-Za-z0-9_]+/g, '-');

/** Anchor of a line of a source file. */
export const lineAnchor = (file: string, line: number): string => `${slug(file)}-L${String(line)}`;

/** Anchor of an instruction, by its byte offset in its kernel. */
export const instructionAnchor = (kernel: string, target: string, at: number): string =>
  `${slug(kernel)}-${target}-${at.toString(16).padStart(4, '0')}`;

/** The anchor, when the page has not given it out before; else null, since an id stands in a page once. */
export function claim(anchors: Set<string>, anchor: string): string | null {
  if (anchors.has(anchor)) return null;
  anchors.add(anchor);
  return anchor;
}
