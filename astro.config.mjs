import mdx from '@astrojs/mdx';
import { satteri } from '@astrojs/markdown-satteri';
import { defineConfig } from 'astro/config';
import cpp from 'shiki/langs/cpp.mjs';
import { follow } from './src/loaders/follow.ts';
import { guard } from './src/loaders/guard.ts';
import { fencesPlugin } from './src/markdown/fences.ts';
import { cuda } from './src/markdown/grammars/cuda.ts';
import { sass } from './src/markdown/grammars/sass.ts';
import { placesPlugin } from './src/markdown/places.ts';
import { classesForStyles, theme } from './src/markdown/theme.ts';
import { diagramHash } from './src/node/diagrams.ts';

const { LOCKSTEP_BASE = '/', LOCKSTEP_SITE, LOCKSTEP_SHOW_STALE } = process.env;
const root = new URL('./', import.meta.url);

export default defineConfig({
  ...(LOCKSTEP_SITE === undefined ? {} : { site: LOCKSTEP_SITE }),
  base: LOCKSTEP_BASE,
  trailingSlash: 'always',
  compressHTML: true,
  prerenderConflictBehavior: 'error',
  devToolbar: { enabled: false },
  integrations: [guard({ showStale: LOCKSTEP_SHOW_STALE === '1' }), follow(), mdx()],
  markdown: {
    processor: satteri({ mdastPlugins: [placesPlugin(root), fencesPlugin({ root, diagramHash })] }),
    shikiConfig: { theme, langs: [...cpp, cuda, sass], wrap: null, transformers: [classesForStyles] },
  },
  vite: { define: { 'import.meta.env.LOCKSTEP_SHOW_STALE': JSON.stringify(LOCKSTEP_SHOW_STALE === '1') } },
});
