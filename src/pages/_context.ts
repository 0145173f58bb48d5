import { getCollection, type CollectionEntry } from 'astro:content';
import type { DayLink } from '../components/furniture/links.ts';
import type { DeviceEvidence, LabContext, PageContext } from '../evidence/context.ts';
import { Problem, Problems } from '../evidence/problem.ts';
import { presented } from '../loaders/presented.ts';
import type { Course } from '../schema/course.ts';

/** Address of the site's root, with a slash at the end. */
export const base = `${import.meta.env.BASE_URL.replace(/\/$/, '')}/`;

const dayAddress = (slug: string): string => `${base}days/${slug}/`;
const evidenceAddress = (lab: string, device: string): string => `${base}evidence/${lab}/${device}.json`;

/** The course. Throws Problems when its configuration cannot be used: no page can be shown without it. */
export function getCourse(): Course {
  const { course } = presented();
  if (course.status === 'unusable') throw new Problems(course.problems);
  return course.course;
}

const signoffOf = (slug: string): PageContext['signoff'] | undefined =>
  presented().days.find((day) => day.slug === slug)?.signoff;

/** The days in their order. Throws Problem for two of the same number. */
async function getDays(): Promise<CollectionEntry<'days'>[]> {
  // In `dev`, a page that came or went is for a moment known to Astro alone.
  const known = (await getCollection('days')).filter(({ id }) => signoffOf(id) !== undefined);
  const days = known.sort((a, b) => a.data.day - b.data.day);
  for (const [index, day] of days.entries()) {
    const before = days[index - 1];
    if (before?.data.day !== day.data.day) continue;
    throw new Problem({
      place: { file: day.filePath ?? day.id },
      cause: `Two pages are day ${String(day.data.day)}.`,
      expected: 'a number that no other page has',
      found: `day ${String(day.data.day)} in ${before.filePath ?? before.id} too`,
      remedy: 'Change "day" in the frontmatter of one of them.',
    });
  }
  return days;
}

function getLabs(): Record<string, LabContext> {
  const labs = presented().labs.map(({ name, problems, devices }): [string, LabContext] => {
    const held = Object.entries(devices).map(([device, stored]): [string, DeviceEvidence] => [
      device,
      stored.status === 'unusable' ? stored : { ...stored, url: evidenceAddress(name, device) },
    ]);
    return [name, { name, problems, devices: Object.fromEntries(held) }];
  });
  return Object.fromEntries(labs);
}

const getSources = (): Record<string, string> =>
  Object.assign({}, ...presented().labs.map(({ sources }) => sources)) as Record<string, string>;

/** Everything a day may show. */
export function dayContext(day: CollectionEntry<'days'>): PageContext {
  const file = day.filePath ?? day.id;
  const signoff = signoffOf(day.id);
  if (signoff === undefined) throw new TypeError(`the snapshot has no page ${day.id}`);
  return {
    mode: import.meta.env.DEV ? 'dev' : 'build',
    page: { kind: 'day', slug: day.id, title: day.data.title, file, sources: day.data.sources.map(({ id }) => id) },
    course: getCourse(),
    lab: day.data.lab ?? day.id,
    labs: getLabs(),
    sources: getSources(),
    signoff,
    showStale: import.meta.env.LOCKSTEP_SHOW_STALE,
    base,
    anchors: new Set(),
    diagrams: presented().pictures.sound,
    problems: [],
  };
}

/** What the furniture of a page links to. */
export function dayLinks(days: readonly CollectionEntry<'days'>[], current: string | null): DayLink[] {
  return days.map(({ id, data: { day, title, question } }) => ({
    day,
    title,
    question,
    href: dayAddress(id),
    current: id === current,
  }));
}

/** The days a reader gets: a course may leave drafts out. */
export async function getPublishedDays(): Promise<CollectionEntry<'days'>[]> {
  const days = await getDays();
  if (import.meta.env.DEV) return days;
  const { drafts } = getCourse();
  if (drafts === 'publish-with-mark') return days;
  return days.filter(({ id }) => {
    const signoff = signoffOf(id);
    return signoff?.status !== 'read' || signoff.state.state !== 'draft';
  });
}
