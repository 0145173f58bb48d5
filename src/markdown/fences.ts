import { bundledLanguages } from 'shiki';
import { defineMdastPlugin, type MdastPluginDefinition } from 'satteri';
import { expectedName } from '../evidence/nearest.ts';
import { describePlace } from '../evidence/problem.ts';
import { cuda } from './grammars/cuda.ts';
import { sass } from './grammars/sass.ts';
import { noted, placeOf } from './written.ts';

const DIAGRAM = 'mermaid';

const languages = [
  'text',
  DIAGRAM,
  ...[cuda, sass].flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  ...Object.keys(bundledLanguages),
];

export interface FenceOptions {
  /** The repository. */
  root: URL;
  /** The name under which a diagram's picture is kept: the hash of all it depends on. */
  diagramHash: (source: string) => string;
}

/**
 * Turns a fence of Mermaid into `<Diagram>`, which shows the picture kept in the repository, and notes a fence in a
 * language that nothing colours: the highlighter would only warn.
 */
export function fencesPlugin({ root, diagramHash }: FenceOptions): MdastPluginDefinition {
  return defineMdastPlugin({
    name: 'lockstep:fences',
    options: { position: true },
    code: (node, context) => {
      const { lang, value } = node;
      const place = placeOf(node, context, root);
      if (lang === DIAGRAM) {
        const attributes = Object.entries({ source: value, hash: diagramHash(value), place: describePlace(place) });
        context.replaceNode(node, {
          type: 'mdxJsxFlowElement',
          name: 'Diagram',
          attributes: attributes.map(([name, text]) => ({ type: 'mdxJsxAttribute', name, value: text })),
          children: [],
        });
      } else if (lang !== null && lang !== undefined && !languages.includes(lang)) {
        noted(context).problems.push({
          place,
          cause: `Nothing here colours the language "${lang}".`,
          expected: expectedName(lang, languages),
          found: `\`\`\`${lang}`,
          remedy: 'Change the language of the fence; "text" is coloured by nothing.',
        });
      }
    },
  });
}
