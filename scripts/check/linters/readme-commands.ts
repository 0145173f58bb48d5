import { posix } from 'node:path';
import type { Finding, Linter, Project } from '../linter.ts';
import { position } from '../matches.ts';

/** What npm does without a script of that name. */
const NPM_BUILT_IN = new Set(['ci', 'install', 'run', 'config']);

interface Quote {
  readonly text: string;
  readonly offset: number;
}

/** Every piece of code in a Markdown text: fenced blocks line by line, and spans. */
function quotes(markdown: string): Quote[] {
  const blocks = [...markdown.matchAll(/^(`{3,})[^\n]*\n([\s\S]*?)^\1/gm)];
  const inBlocks = blocks.map((block) => ({ text: block[2] ?? '', offset: block.index + block[0].indexOf('\n') + 1 }));
  const blanked = blocks.reduce((text, block) => text.replace(block[0], block[0].replace(/[^\n]/g, ' ')), markdown);
  const spans = [...blanked.matchAll(/`([^`\n]+)`/g)].map((span) => ({ text: span[1] ?? '', offset: span.index + 1 }));
  return [...inBlocks, ...spans];
}

/** The commands of this project that a piece of code calls. */
function commands({
  text,
  offset,
}: Quote): { words: string; kind: 'npm' | 'lockstep'; name: string; offset: number }[] {
  const npm = [...text.matchAll(/\bnpm (?:run |run-script )?([a-z][\w:-]*)/g)];
  const lockstep = [...text.matchAll(/\bnpx lockstep ([a-z][\w-]*)/g)];
  return [
    ...npm.map((match) => ({
      words: match[0],
      kind: 'npm' as const,
      name: match[1] ?? '',
      offset: offset + match.index,
    })),
    ...lockstep.map((match) => ({
      words: match[0],
      kind: 'lockstep' as const,
      name: match[1] ?? '',
      offset: offset + match.index,
    })),
  ];
}

function exists(project: Project, path: string): boolean {
  const clean = posix.normalize(path).replace(/\/$/, '');
  const ignored = project.files.includes('.gitignore') ? project.read('.gitignore').split('\n') : [];
  if (ignored.some((line) => line.endsWith('/') && `${clean}/`.startsWith(line))) return true;
  return project.files.some((file) => file === clean || file.startsWith(`${clean}/`));
}

/** Whether a span of code is the name of a file or folder of the repository, and no pattern or placeholder. */
const isPath = (text: string): boolean =>
  /^\.?[\w@.-]+(?:\/[\w@.-]+)*\/?$/.test(text) &&
  /\/|\.(?:json|mjs|ts|md|cu|cuh)$/.test(text) &&
  !/[A-Z]{3,}\b(?!\.md|-text)/.test(text) &&
  !text.startsWith('@');

function wrongCommands(project: Project, file: string): Finding[] {
  const text = project.read(file);
  return quotes(text)
    .flatMap(commands)
    .flatMap(({ words, kind, name, offset }) => {
      const known = kind === 'npm' ? [...project.npmScripts, ...NPM_BUILT_IN] : project.commands;
      if (known.includes(name)) return [];
      const table = kind === 'npm' ? 'package.json has no such script' : 'there is no such command';
      return [
        {
          place: { file, ...position(text, offset) },
          cause: `it quotes "${words}", and ${table}`,
          expected: `one of ${known.join(', ')}`,
          found: name,
          remedy: 'quote a command that exists, or add it',
        },
      ];
    });
}

function wrongPaths(project: Project, file: string): Finding[] {
  const text = project.read(file);
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map((link) => ({ text: link[1] ?? '', offset: link.index }))
    .filter(({ text: target }) => !/^[a-z]+:/.test(target));
  const spans = quotes(text).filter((quote) => isPath(quote.text));
  return [...links, ...spans].flatMap(({ text: path, offset }) =>
    exists(project, path)
      ? []
      : [
          {
            place: { file, ...position(text, offset) },
            cause: `it names "${path}", which does not exist`,
            found: path,
            remedy: 'name a file or folder that exists',
          },
        ],
  );
}

/** The docs quote only what can be run, and name only what is there. */
export const readmeCommands: Linter = {
  name: 'readme-commands',
  rule: 'every command and path that README.md and AGENTS.md quote exists',
  scope: (file) => file === 'README.md' || file === 'AGENTS.md',
  check: (project, files) => files.flatMap((file) => [...wrongCommands(project, file), ...wrongPaths(project, file)]),
  exceptions: [],
};
