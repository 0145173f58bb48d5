import type { PageContext } from './evidence/context.ts';

declare global {
  namespace App {
    interface Locals {
      /** Set by a page before it renders its text. */
      lockstep: PageContext;
    }
  }

  interface ImportMetaEnv {
    /** Whether stale evidence is shown, marked, instead of stopping the build: LOCKSTEP_SHOW_STALE=1. */
    readonly LOCKSTEP_SHOW_STALE: boolean;
  }
}
