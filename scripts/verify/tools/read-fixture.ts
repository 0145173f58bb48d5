import { readFileSync } from 'node:fs';

/** Recorded tool output, for the tests. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
}
