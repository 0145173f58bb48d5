import type { Project } from './linter.ts';

/** A name the content gives to something, and the file it was learned from. */
export interface LearnedName {
  readonly name: string;
  readonly source: string;
}

/** A name a reader would not meet in ordinary English: with a digit, a joint, or a capital inside. */
export function isDistinctive(name: string): boolean {
  return /\d/.test(name) || /[a-z0-9][_-][a-z0-9]/i.test(name) || /[a-z][A-Z]/.test(name);
}

const isPhrase = (title: string): boolean => title.trim().split(/\s+/).length >= 3 || isDistinctive(title);
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

/** The kernels a source file declares. */
export function kernelsOf(source: string): string[] {
  const heads = withoutComments(source).matchAll(/__global__[^;{]*?\b(?!__launch_bounds__\b)([A-Za-z_]\w*)\s*\(/g);
  return [...heads].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** The words of a device's name that single it out, beside the whole of it. */
const deviceNames = (name: string): string[] => [
  name,
  ...name.split(/[\s-]+/).filter((word) => /[A-Z]/i.test(word) && /\d/.test(word)),
];

function parse(project: Project, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(project.read(file));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // Another check judges whether the file is right.
  }
}

function fromCode(project: Project, file: string): string[] {
  const [, lab, folder] = file.split('/');
  if (lab === undefined) return [];
  if (folder === 'evidence' && file.endsWith('.json')) {
    const device = parse(project, file)['device'];
    const named = typeof device === 'object' && device !== null && 'name' in device ? device.name : undefined;
    const stem =
      file
        .split('/')
        .at(-1)
        ?.replace(/\.json$/, '') ?? '';
    return [lab, stem, ...(typeof named === 'string' ? deviceNames(named) : [])];
  }
  return [lab, ...(/\.cuh?$/.test(file) ? kernelsOf(project.read(file)) : [])];
}

function fromContent(project: Project, file: string): string[] {
  if (/\.mdx?$/.test(file)) {
    const slug =
      file
        .split('/')
        .at(-1)
        ?.replace(/\.mdx?$/, '') ?? '';
    const title = /^title:\s*(['"]?)(.+?)\1\s*$/m.exec(project.read(file))?.[2];
    return [slug, ...(title !== undefined && isPhrase(title) ? [title] : [])];
  }
  if (file !== 'content/course.json') return [];
  const title = parse(project, file)['title'];
  return typeof title === 'string' && isPhrase(title) ? [title] : [];
}

/** `day07-things` also gives `day07`: the part that singles it out. */
const withParts = (name: string): string[] => [
  name,
  ...name.split(/[-_\s]/).filter((part) => /^[a-z]+\d+$/i.test(part)),
];

/** Every distinctive name that content/ and code/ give to a lesson, lab, kernel, device or the course. */
export function learnNames(project: Project): LearnedName[] {
  const found = new Map<string, LearnedName>();
  for (const file of project.files) {
    const names = /^code\/[^/]+\//.test(file)
      ? fromCode(project, file)
      : file.startsWith('content/')
        ? fromContent(project, file)
        : [];
    for (const name of names.flatMap(withParts)) {
      const key = name.toLowerCase();
      if ((isDistinctive(name) || /\s/.test(name)) && !found.has(key)) found.set(key, { name, source: file });
    }
  }
  return [...found.values()];
}
