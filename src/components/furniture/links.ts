/** What the furniture links to. Addresses come with the base path. */

export interface DayLink {
  day: number;
  title: string;
  question: string;
  href: string;
  current: boolean;
}

export interface NavigationLink {
  label: string;
  href: string;
  current: boolean;
}

/** A heading of the page, as Astro reports it. */
export interface Heading {
  depth: number;
  slug: string;
  text: string;
}
