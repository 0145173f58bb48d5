import { mdxToMdast, type MdastNode } from 'satteri';
import type { Place } from '../../src/evidence/problem.ts';

export interface Fence {
  source: string;
  place: Place;
}

/** Spaces in place of the frontmatter, so that every line keeps its number. */
const withoutFrontmatter = (text: string): string =>
  text.replace(/^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/, (block) => block.replace(/[^\r\n]/g, ''));

function codeOf(node: MdastNode): Extract<MdastNode, { type: 'code' }>[] {
  if (node.type === 'code') return [node];
  return 'children' in node ? node.children.flatMap((child) => codeOf(child as MdastNode)) : [];
}

/** The fences of Mermaid in an MDX text. */
export function findFences(file: string, text: string): Fence[] {
  return codeOf(mdxToMdast(withoutFrontmatter(text)))
    .filter(({ lang }) => lang === 'mermaid')
    .map(({ value, position }) => ({
      source: value,
      place: { file, line: position?.start.line, column: position?.start.column },
    }));
}
