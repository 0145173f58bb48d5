import { getCollection, getEntry, type CollectionEntry } from 'astro:content';
import type { DayLink } from '../components/furniture/links.ts';
import type { DeviceEvidence, LabContext, PageContext } from '../evidence/context.ts';
import { Problem, Problems } from '../evidence/problem.ts';
import type { Course } from '../schema/course.ts';
import type { Evidence } from '../schema/evidence.ts';

/** Address of the site's root, with a slash at the end. */
export const base = `${import.meta.env.BASE_URL.replace(/\/$/, '')}/`;

const dayAddress = (slug: string): string => `${base}days/${slug}/`;
const evidenceAddress = (lab: string, device: string): string => `${base}evidence/${lab}/${device}.json`;

/** The course. Throws Problems when its configuration cannot be used: no page can be shown without it. */
export async function getCourse(): Promise<Course> {
  const entry = await getEntry('course', 'course');
  if (entry === undefined) throw new TypeError('the loader gave no course');
  if (entry.data.status === 'unusable') throw new Problems(entry.data.problems);
  return entry.data.course;
}

/** The days in their order. Throws Problem for two of the same number. */
async function getDays(): Promise<CollectionEntry<'days'>[]> {
  const days = (await getCollection('days')).sort((a, b) => a.data.day - b.data.day);
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

async function getLabs(): Promise<Record<string, LabContext>> {
  const labs: Record<string, LabContext> = {};
  for (const { data: lab } of await getCollection('labs')) {
    const devices = Object.entries(lab.devices).map(([device, stored]): [string, DeviceEvidence] => [
      device,
      stored.status === 'unusable'
        ? stored
        : { ...stored, evidence: JSON.parse(stored.text) as Evidence, url: evidenceAddress(lab.name, device) },
    ]);
    labs[lab.name] = { name: lab.name, problems: lab.problems, devices: Object.fromEntries(devices) };
  }
  return labs;
}

async function getSources(): Promise<Record<string, string>> {
  const labs = await getCollection('labs');
  return Object.assign({}, ...labs.map(({ data }) => data.sources)) as Record<string, string>;
}

async function getDiagrams(): Promise<Record<string, string>> {
  return (await getEntry('diagrams', 'diagrams'))?.data.pictures ?? {};
}

/** Everything a day may show. */
export async function dayContext(day: CollectionEntry<'days'>): Promise<PageContext> {
  const file = day.filePath ?? day.id;
  const signoff = await getEntry('signoffs', day.id);
  if (signoff === undefined) throw new TypeError(`the loader gave no sign-offs for ${day.id}`);
  return {
    mode: import.meta.env.DEV ? 'dev' : 'build',
    page: { kind: 'day', slug: day.id, title: day.data.title, file, sources: day.data.sources.map(({ id }) => id) },
    course: await getCourse(),
    lab: day.data.lab ?? day.id,
    labs: await getLabs(),
    sources: await getSources(),
    signoff: signoff.data,
    showStale: import.meta.env.LOCKSTEP_SHOW_STALE,
    base,
    anchors: new Set(),
    diagrams: await getDiagrams(),
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
  const { drafts } = await getCourse();
  if (drafts === 'publish-with-mark') return days;
  const signoffs = await Promise.all(days.map(async ({ id }) => getEntry('signoffs', id)));
  return days.filter((_, index) => {
    const data = signoffs[index]?.data;
    return data?.status !== 'read' || data.state.state !== 'draft';
  });
}
