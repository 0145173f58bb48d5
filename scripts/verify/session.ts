import type { Toolchain } from '../../src/schema/toolchain.ts';
import { Controls } from './controls.ts';

/** What the verification of several labs, one after the other, shares. */
export interface Session {
  /** When this run of the tool began: ISO time to the millisecond. */
  id: string;
  controls: Controls;
  /** Whether the program that asks for the device was compiled. */
  hasProbe: boolean;
  /** The tools and their versions, once they were asked. */
  toolchain: Toolchain | null;
  /** The architectures that the compiler knows, once it was asked. */
  listed: string[] | null;
}

export function beginSession(id: string): Session {
  return { id, controls: new Controls(), hasProbe: false, toolchain: null, listed: null };
}
