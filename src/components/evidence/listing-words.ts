/** What a listing of machine code says of itself, in words. */
import { figure, type Words } from '../../evidence/figure.ts';
import { formatBytes, formatNumber } from '../../evidence/format.ts';
import type { Provenance, ShownTarget } from '../../evidence/shown.ts';
import type { CrossCheck, Place } from '../../schema/sass.ts';

type Listed = Extract<ShownTarget, { status: 'listed' }>;
type Origin = Pick<Provenance, 'lab' | 'deviceSlug'>;

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

/** `12 registers, 0 B shared, no spills` */
function resourceWords({ resources }: Listed, origin: Origin): Words | null {
  if (resources === null) return null;
  const { at, registers, sharedBytes, spillStoreBytes, spillLoadBytes } = resources;
  const spilled = spillStoreBytes + spillLoadBytes;
  return [
    figure(origin, `${at}/registers`, 'as-is', formatNumber(registers)),
    registers === 1 ? ' register, ' : ' registers, ',
    figure(origin, `${at}/sharedBytes`, 'bytes', formatBytes(sharedBytes)),
    ' shared, ',
    figure(origin, at, 'spills', spilled === 0 ? 'no spills' : `${formatBytes(spilled)} spilled`),
  ];
}

function crossCheckWords(check: CrossCheck): string {
  if (check.verdict === 'not-compared') return `Read by one tool only: ${check.reason}`;
  const tools = check.tools.join(' and ');
  return check.verdict === 'agree' ? `${tools} agree on every instruction` : `${tools} differ on this listing`;
}

/** `38 instructions, 5 of them SHFL.DOWN` */
function lengthWords({ at, instructions: { length }, highlights }: Listed, origin: Origin): Words {
  return [
    figure(origin, `${at}/instructions`, 'length', formatNumber(length)),
    length === 1 ? ' instruction' : ' instructions',
    ...highlights.flatMap(({ opcode, count }) => [
      ', ',
      figure(origin, at, `opcode ${opcode}`, formatNumber(count)),
      ` of them ${opcode}`,
    ]),
  ];
}

/** `38 instructions, 5 of them SHFL.DOWN. 12 registers, 0 B shared, no spills. nvdisasm and cuobjdump agree …`. */
export function describeListing(listed: Listed, origin: Origin): Words {
  return [lengthWords(listed, origin), resourceWords(listed, origin), [crossCheckWords(listed.crossCheck)]]
    .filter((sentence) => sentence !== null)
    .flatMap((sentence, index): Words => [...(index === 0 ? [] : [' ']), ...sentence, '.']);
}
