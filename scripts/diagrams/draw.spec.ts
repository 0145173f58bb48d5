import { expect, test } from '@playwright/test';
import { svgFault } from '../../src/node/svg.ts';
import { Drawer } from './draw.ts';

const WORDS = 'accTitle: A title\n  accDescr: A description.';
const DIAGRAMS = {
  flowchart: `flowchart LR\n  ${WORDS}\n  A["one"] -->|label| B{"two?"}\n  subgraph group\n  C\n  end\n  B --> C`,
  sequence: `sequenceDiagram\n  ${WORDS}\n  A->>B: ask\n  Note over A,B: both\n  B-->>A: answer`,
  state: `stateDiagram-v2\n  ${WORDS}\n  [*] --> One\n  One --> Two: change`,
};

test('pictures carry classes for colours, their words, and nothing that a page may not hold', async () => {
  const drawer = new Drawer();
  try {
    for (const [name, source] of Object.entries(DIAGRAMS)) {
      const svg = await drawer.draw(source, name);
      expect(svgFault(svg), name).toBeNull();
      expect(svg).toContain(`<title id="${name}-title">A title</title>`);
      expect(svg).toContain(`aria-labelledby="${name}-title ${name}-desc"`);
      expect(svg).toContain('diagram-fill-text');
      expect(svg).toContain('diagram-stroke-line');
      expect(svg, 'a diagram is drawn the same twice').toBe(await drawer.draw(source, name));
    }
  } finally {
    await drawer.close();
  }
});
