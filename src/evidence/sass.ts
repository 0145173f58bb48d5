import type { Instruction, Listing, Place as CodePlace } from '../schema/sass.ts';

/** Whether an opcode is the wanted one, or has its modifiers first: `SHFL` is `SHFL.DOWN`, and is not `SHF`. */
export const isOpcode = (opcode: string, wanted: string): boolean =>
  opcode === wanted || opcode.startsWith(`${wanted}.`);

/** How often an opcode stands in a listing, with any further modifiers. */
export function countOpcode({ instructions }: Pick<Listing, 'instructions'>, wanted: string): number {
  return instructions.filter(({ opcode }) => isOpcode(opcode, wanted)).length;
}

/** How often each opcode stands in a listing, the most frequent first. */
export function opcodeCounts({ instructions }: Pick<Listing, 'instructions'>): { opcode: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { opcode } of instructions) counts.set(opcode, (counts.get(opcode) ?? 0) + 1);
  return [...counts]
    .map(([opcode, count]) => ({ opcode, count }))
    .sort((a, b) => b.count - a.count || (a.opcode < b.opcode ? -1 : 1));
}

/** Where an instruction came from; null when the tool named no line. */
export function placeOf({ places }: Pick<Listing, 'places'>, { place }: Pick<Instruction, 'place'>): CodePlace | null {
  return place === undefined ? null : (places[place] ?? null);
}

/** The lines an instruction belongs to: its own, then each call site it was inlined into, from the inside out. */
export const inliningChain = (place: CodePlace): { file: string; line: number }[] => [
  { file: place.file, line: place.line },
  ...place.inlinedAt,
];

/** The instructions that come from a line of a file. The same line number in another file is another line. */
export function instructionsOfLine(listing: Listing, file: string, line: number): Instruction[] {
  return listing.instructions.filter((instruction) => {
    const place = placeOf(listing, instruction);
    return place !== null && place.file === file && place.line === line;
  });
}
