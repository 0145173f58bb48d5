import type { Toolchain } from '../../src/schema/toolchain.ts';
import { Controls } from './controls.ts';
import type { Equipment } from './equipment.ts';

/** What the verification of several labs, one after the other, shares. */
export interface Session {
  /** When this run of the tool began: ISO time to the millisecond. */
  id: string;
  controls: Controls;
  /** The tools and their versions, once they were asked. */
  toolchain: Toolchain | null;
  /** The device and the tools, as they were when nothing had been verified since; null when they must be asked. */
  equipment: Equipment | null;
  /** The architectures that the compiler knows, once it was asked. */
  listed: string[] | null;
}

export function beginSession(id: string): Session {
  return { id, controls: new Controls(), toolchain: null, equipment: null, listed: null };
}
