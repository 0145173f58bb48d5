/** What a listing of machine code says of itself, in words. */
import { formatBytes, formatCount } from '../../evidence/format.ts';
import type { ShownTarget } from '../../evidence/shown.ts';
import type { CrossCheck, Place } from '../../schema/sass.ts';

type Listed = Extract<ShownTarget, { status: 'listed' }>;

/** The line, and the lines it was inlined into, from the outside in: `72›46`. */
export function chain({ line, inlinedAt }: Place): string {
  return [...inlinedAt.map((site) => site.line).reverse(), line].join('›');
}

/** `code/lab/a.cu:46, inlined at code/lab/a.cu:72`. */
export function chainInWords({ file, line, inlinedAt }: Place): string {
  const sites = inlinedAt.map((site) => `, inlined at ${site.file}:${String(site.line)}`);
  return `${file}:${String(line)}${sites.join('')}`;
}

function resourceWords({ resources }: Listed): string | null {
  if (resources === null) return null;
  const spilled = resources.spillStoreBytes + resources.spillLoadBytes;
  return [
    formatCount(resources.registers, 'register'),
    `${formatBytes(resources.sharedBytes)} shared`,
    spilled === 0 ? 'no spills' : `${formatBytes(spilled)} spilled`,
  ].join(', ');
}

function crossCheckWords(check: CrossCheck): string {
  if (check.verdict === 'not-compared') return `Read by one tool only: ${check.reason}`;
  const tools = check.tools.join(' and ');
  return check.verdict === 'agree' ? `${tools} agree on every instruction` : `${tools} differ on this listing`;
}

/** `38 instructions, 5 of them SHFL.DOWN. 12 registers, 0 B shared, no spills. nvdisasm and cuobjdump agree …`. */
export function describeListing(listed: Listed): string {
  const marked = listed.highlights.map(({ opcode, count }) => `, ${String(count)} of them ${opcode}`).join('');
  return [
    `${formatCount(listed.instructions.length, 'instruction')}${marked}`,
    resourceWords(listed),
    crossCheckWords(listed.crossCheck),
  ]
    .filter((sentence) => sentence !== null)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
