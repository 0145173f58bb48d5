import { oneToTwo } from './1-to-2.ts';

/** Rewrites what one format says as the next says it: old JSON to new JSON, without a look at anything else. */
export interface Migration {
  from: number;
  to: number;
  migrate: (old: Record<string, unknown>) => Record<string, unknown>;
}

/** In their order: each begins at the format that the one before it ends at, the last ends at the present one. */
export const MIGRATIONS: readonly Migration[] = [{ from: 1, to: 2, migrate: oneToTwo }];
