import type { Course } from '../schema/course.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { Freshness } from './freshness.ts';
import type { ProblemDetails } from './problem.ts';
import type { SignoffState } from './signoff.ts';

/** The page being rendered. */
export interface PageIdentity {
  kind: 'day';
  /** File name without its extension; for a day also the last part of its address. */
  slug: string;
  title: string;
  /** Path of the MDX file in the repository. */
  file: string;
  /** Ids of the sources that the page lists, in their order. */
  sources: readonly string[];
}

/** The evidence one lab has for one device, or why it cannot be used. */
export type DeviceEvidence =
  | {
      status: 'read';
      evidence: Evidence;
      /** Path of the JSON in the repository. */
      file: string;
      /** Address of the same bytes on the site, with the base path. */
      url: string;
      freshness: Freshness;
    }
  | { status: 'unusable'; file: string; problems: ProblemDetails[] };

export interface LabContext {
  name: string;
  /** What is wrong with its plan. A build stops for it; in `dev` the pages of the lab show it. */
  problems: ProblemDetails[];
  /** By device slug. */
  devices: Record<string, DeviceEvidence>;
}

/** Everything a page may show. Components take it from `Astro.locals.lockstep` and read nothing else. */
export interface PageContext {
  mode: 'build' | 'dev';
  page: PageIdentity;
  course: Course;
  /** Name of the lab the page is about. */
  lab: string;
  /** By name of the lab. */
  labs: Record<string, LabContext>;
  /** Text of each file under `code/` that a page may quote, by path in the repository. */
  sources: Record<string, string>;
  signoff: { status: 'read'; state: SignoffState } | { status: 'unusable'; problems: ProblemDetails[] };
  /** Values of stale evidence are shown, marked as stale, instead of stopping the build. */
  showStale: boolean;
  /** Address of the site's root, with a slash at the end. */
  base: string;
  /** Anchors given out so far, in the order of the page: an id stands in it once. */
  anchors: Set<string>;
  /** Rendered diagrams of the repository, by the hash of what they were made from. */
  diagrams: Record<string, string>;
  /** What the page must not be published with. Components add to it; the build stops when it is not empty. */
  problems: ProblemDetails[];
}
