/** What the driver says holds a GPU's clocks: the bits of NVML's `nvmlClocksEventReasons`. */
const REASONS: readonly [bit: bigint, words: string][] = [
  [0x1n, 'idle'],
  [0x2n, 'applications clocks setting'],
  [0x4n, 'software power cap'],
  [0x8n, 'hardware slowdown'],
  [0x10n, 'sync boost'],
  [0x20n, 'software thermal slowdown'],
  [0x40n, 'hardware thermal slowdown'],
  [0x80n, 'hardware power brake'],
  [0x100n, 'display clocks setting'],
];

const KNOWN = REASONS.reduce((all, [bit]) => all | bit, 0n);

/** The reasons in words, the lowest bit first: `idle`, `software power cap, hardware slowdown`, `none`. */
export function describeClockEvents(field: string): string {
  if (!/^0x[0-9a-f]+$/i.test(field)) return `not understood: ${field}`;
  const bits = BigInt(field);
  const unknown = bits & ~KNOWN;
  const words = [
    ...REASONS.filter(([bit]) => (bits & bit) !== 0n).map(([, reason]) => reason),
    ...(unknown === 0n ? [] : [`unknown reason 0x${unknown.toString(16)}`]),
  ];
  return words.length === 0 ? 'none' : words.join(', ');
}
