/** What a listing of machine code says of itself, in words. */
import { formatBytes, formatCount } from '../../evidence/format.ts';
import type { ShownTarget } from '../../evidence/shown.ts';
import type { CrossCheck, Place } from '../../schema/sass.ts';

type Listed = Extract<ShownTarget, { status: 'listed' }>;

/**
 * The lines of the kernel's own file, from the call in the kernel to the line inlined last: `72›46`. A plus says that
 * it goes on in another file.
 */
export function chain({ file, line, inlinedAt }: Place): string {
  const sites = [...inlinedAt.toReversed(), { file, line }];
  const [outermost] = sites;
  const elsewhere = sites.findIndex((site) => site.file !== outermost?.file);
  const own = elsewhere === -1 ? sites : sites.slice(0, elsewhere);
  return `${own.map((site) => site.line).join('›')}${elsewhere === -1 ? '' : '+'}`;
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
