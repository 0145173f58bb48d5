import type { Signoffs } from '../schema/signoff.ts';
import type { PageContext } from './context.ts';
import { Problem, Problems, type Place } from './problem.ts';

/** Who stands behind a page; null while nobody does. */
export interface SignoffState {
  state: 'draft' | 'written' | 'signed off' | 'void';
  writtenBy: string | null;
  reviewedBy: string | null;
}

/** Nobody stands behind the page. */
export const UNSIGNED: SignoffState = { state: 'draft', writtenBy: null, reviewedBy: null };

/**
 * The state that the records of a page give. Throws Problem for any record: this version verifies no signature, and a
 * name it cannot verify must not appear.
 */
export function signoffState(signoffs: Signoffs, place: Place): SignoffState {
  if (signoffs.records.length > 0) {
    throw new Problem({
      place,
      cause: `The sign-offs of "${signoffs.page}" hold a record, and this version of Lockstep verifies no signature.`,
      expected: '"records": []',
      found: `${String(signoffs.records.length)} record${signoffs.records.length === 1 ? '' : 's'}`,
      remedy: 'Take the records out, or update Lockstep to a version that verifies them.',
    });
  }
  return UNSIGNED;
}

/** A sign-off in words. */
export interface SignoffWords {
  state: SignoffState['state'];
  /** Who stands behind the page: a role, and a name or `pending`. */
  roles: { role: 'Written by' | 'Reviewed by'; who: string }[];
  /** What the state means to a reader; null where it needs no word. */
  meaning: string | null;
}

/** The state as a page says it. A name that is not there yet is pending. */
export function describeSignoff({ state, writtenBy, reviewedBy }: SignoffState): SignoffWords {
  return {
    state,
    roles: [
      { role: 'Written by', who: writtenBy ?? 'pending' },
      { role: 'Reviewed by', who: reviewedBy ?? 'pending' },
    ],
    meaning:
      state === 'draft'
        ? 'Nobody has put their name to this page yet. Its numbers are checked against their records; its prose is not vouched for.'
        : null,
  };
}

/** The state of a page's sign-offs. Throws Problems when its file cannot be read. */
export function shownSignoff({ signoff }: Pick<PageContext, 'signoff'>): SignoffState {
  if (signoff.status === 'unusable') throw new Problems(signoff.problems);
  return signoff.state;
}
