import { createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import bash from 'shiki/langs/bash.mjs';
import cpp from 'shiki/langs/cpp.mjs';
import json from 'shiki/langs/json.mjs';
import type { Token } from '../evidence/shown.ts';
import { cuda } from './grammars/cuda.ts';
import { sass } from './grammars/sass.ts';
import { classOf, theme } from './theme.ts';

const highlighter = await createHighlighterCore({
  themes: [theme],
  langs: [cpp, cuda, sass, json, bash],
  engine: createOnigurumaEngine(import('shiki/wasm')),
  langAlias: { h: 'cuda', cc: 'cpp', hpp: 'cpp', sh: 'bash' },
});

/**
 * Colours a text: the tokens of each of its lines, which joined give the line again. The language is a name or the
 * ending of a file; a text in a language that is not known is plain.
 */
export function highlight(text: string, language: string): Token[][] {
  const known = highlighter.getLoadedLanguages().includes(language) ? language : 'text';
  const { tokens } = highlighter.codeToTokens(text, { lang: known, theme: theme.name });
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, className: classOf(color) })));
}
