import { defineMdastPlugin, type MdastPluginDefinition, type MdastVisitorContext } from 'satteri';
import type { MdxFlowExpression, MdxJsxFlowElement, MdxJsxTextElement, MdxTextExpression, MdxjsEsm } from 'satteri';
import { htmlTagNames } from 'html-tag-names';
import { svgTagNames } from 'svg-tag-names';
import { describePlace, type Place, type ProblemDetails } from '../evidence/problem.ts';
import { noted, placeOf } from './written.ts';

/** Names that a text declares for itself. Of a form this does not know nothing is declared, and the build stops. */
export function declaredNames(text: string): string[] {
  const imported = [...text.matchAll(/\bimport\s+([^'"]+?)\s+from\b/g)].flatMap(([, clause = '']) =>
    clause.split(/[\s,{}*]+/).filter((word) => word !== '' && word !== 'as'),
  );
  const exported = [...text.matchAll(/\bexport\s+(?:const|let|function|class)\s+(\w+)/g)].map(([, name = '']) => name);
  return [...imported, ...exported];
}

/** `Foo.Bar` is defined by whatever defines `Foo`. */
const rootName = (name: string): string => name.split('.')[0] ?? name;

/** What a browser knows. It shows nothing of another element, so a component in lower case would vanish unseen. */
const ELEMENTS: ReadonlySet<string> = new Set([...htmlTagNames, ...svgTagNames]);

const unknownElement = (name: string, place: Place): ProblemDetails => ({
  place,
  cause: `There is no element <${name}>.`,
  expected: 'an element of HTML or SVG, or a component with its capital letter',
  found: `<${name}>`,
  remedy: 'Change the name.',
});

/**
 * Writes on each component of a page where it stands (`place="content/days/x.mdx:12:3"`), so that every problem with
 * it has a place, and notes the components that the text itself does not define.
 */
export function placesPlugin(root: URL): () => MdastPluginDefinition {
  return () => {
    const declared = new Set<string>();

    function element(node: Readonly<MdxJsxFlowElement | MdxJsxTextElement>, context: MdastVisitorContext): void {
      if (node.name === null) return;
      const place = placeOf(node, context, root);
      if (!/^[A-Z]/.test(node.name)) {
        if (!ELEMENTS.has(node.name)) noted(context).problems.push(unknownElement(node.name, place));
        return;
      }
      noted(context).components.push({ name: node.name, place });
      const attribute = { type: 'mdxJsxAttribute' as const, name: 'place', value: describePlace(place) };
      context.replaceNode(node, { ...node, attributes: [...node.attributes, attribute] });
    }

    function expression(node: Readonly<MdxFlowExpression | MdxTextExpression>, context: MdastVisitorContext): void {
      const [component] = /<[A-Z][\w.]*/.exec(node.value) ?? [];
      if (component === undefined) return;
      noted(context).problems.push({
        place: placeOf(node, context, root),
        cause: `${component}> stands inside an expression, where no problem with it could be given a place.`,
        expected: 'components in the text, outside { }',
        found: `{${node.value}}`,
        remedy: 'Write the component by itself, once for each time it shall appear.',
      });
    }

    return defineMdastPlugin({
      name: 'lockstep:places',
      options: { position: true },
      mdxjsEsm: (node: Readonly<MdxjsEsm>) => {
        for (const name of declaredNames(node.value)) declared.add(name);
      },
      mdxJsxFlowElement: element,
      mdxJsxTextElement: element,
      mdxFlowExpression: expression,
      mdxTextExpression: expression,
      after: (_root, context) => {
        const mine = noted(context);
        mine.components = mine.components.filter(({ name }) => !declared.has(rootName(name)));
      },
    });
  };
}
