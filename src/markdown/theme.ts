import type { ShikiTransformer, ThemeRegistrationRaw } from 'shiki';

/** Scopes of the grammars by the class their text gets: `token-comment`, … `src/styles` gives the classes colours. */
const SCOPES = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string'],
  number: ['constant.numeric', 'constant.language', 'keyword.other.unit'],
  preprocessor: ['keyword.control.directive', 'meta.preprocessor', 'punctuation.definition.directive'],
  keyword: ['keyword', 'storage.modifier', 'storage.type.template', 'storage.type.class', 'storage.type.struct'],
  type: ['storage.type', 'entity.name.type', 'support.type', 'entity.name.scope-resolution'],
  function: ['entity.name.function', 'support.function'],
  cuda: [
    'storage.modifier.cuda',
    'storage.type.cuda',
    'support.function.cuda',
    'variable.language.cuda',
    'keyword.operator.launch.cuda',
  ],
  opcode: ['keyword.mnemonic.sass'],
  modifier: ['keyword.modifier.sass'],
  predicate: ['variable.predicate.sass'],
  register: ['variable.register.sass'],
  address: ['meta.address.sass'],
  constant: ['constant.bank.sass'],
  punctuation: ['punctuation', 'keyword.operator'],
} as const;

/** What a token can be. */
export type TokenKind = keyof typeof SCOPES;

const colour = (kind: TokenKind): string => `var(--token-${kind})`;

/** The theme names kinds, not colours: a page carries classes, and no style attribute that a strict policy refuses. */
export const theme = {
  name: 'lockstep',
  type: 'light',
  fg: 'var(--token-text)',
  bg: 'var(--token-ground)',
  settings: [
    { settings: { foreground: 'var(--token-text)', background: 'var(--token-ground)' } },
    ...(Object.keys(SCOPES) as TokenKind[]).map((kind) => ({
      scope: [...SCOPES[kind]],
      settings: { foreground: colour(kind) },
    })),
  ],
} satisfies ThemeRegistrationRaw;

/** The class for a colour of the theme; null for plain text. */
export function classOf(themeColour: string | undefined): string | null {
  const kind = /^var\(--token-(\w+)\)$/i.exec(themeColour ?? '')?.[1]?.toLowerCase();
  return kind === undefined || kind === 'text' ? null : `token-${kind}`;
}

/** Puts the classes in place of the style attributes that Shiki writes. */
export const classesForStyles: ShikiTransformer = {
  name: 'lockstep:classes',
  pre(node) {
    delete node.properties.style;
  },
  span(node, _line, _column, _lineElement, token) {
    delete node.properties.style;
    const className = classOf(token.color);
    if (className !== null) node.properties['class'] = className;
  },
};
