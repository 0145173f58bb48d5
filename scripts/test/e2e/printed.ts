/** A number as a page prints it: its value, and half a step of its last printed digit. */
export interface Printed {
  readonly value: number;
  readonly half: number;
  readonly unit: string;
}

/** Reads `3.27 ms`, `8,205` or `1.15×` back; null for what is no number. A trailing zero of a whole number counts. */
export function readPrinted(text: string): Printed | null {
  const match = /^([-−]?[\d,]+)(\.\d+)?[\s\u202f\u00a0]*(\S*)$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', fraction = '', unit = ''] = match;
  const value = Number(`${whole.replace('−', '-').replaceAll(',', '')}${fraction}`);
  const zeros = fraction === '' ? (/[1-9](0+)$/.exec(whole.replaceAll(',', ''))?.[1]?.length ?? 0) : 0;
  return { value, half: 0.5 * 10 ** (fraction === '' ? zeros : 1 - fraction.length), unit };
}
