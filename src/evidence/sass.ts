import type { Instruction, Listing, Place as CodePlace } from '../schema/sass.ts';

/** Where an instruction came from; null when the tool named no line. */
export function placeOf({ places }: Pick<Listing, 'places'>, { place }: Pick<Instruction, 'place'>): CodePlace | null {
  return place === undefined ? null : (places[place] ?? null);
}

/** The lines an instruction belongs to: its own, then each call site it was inlined into, from the inside out. */
export const inliningChain = (place: CodePlace): { file: string; line: number }[] => [
  { file: place.file, line: place.line },
  ...place.inlinedAt,
];
