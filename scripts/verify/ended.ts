import type { Ended } from '../../src/schema/outcome.ts';

/** How a process ended, in words that follow its name: "was ended by SIGSEGV". */
export function describeEnd(ended: Ended): string {
  switch (ended.kind) {
    case 'exited':
      return `exited with status ${String(ended.code)}`;
    case 'signalled':
      return `was ended by ${ended.signal}`;
    case 'timed-out':
      return `was stopped after ${String(ended.afterSeconds)} s`;
    case 'not-started':
    case 'skipped':
      return `did not take place: ${ended.reason}`;
  }
}

export const endedWell = (ended: Ended): boolean => ended.kind === 'exited' && ended.code === 0;
