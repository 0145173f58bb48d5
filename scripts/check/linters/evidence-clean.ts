import type { Finding, Linter, Project } from '../linter.ts';
import type { Forbidden } from '../matches.ts';
import { findForbidden } from '../matches.ts';

const LARGEST = 1_100_000;
const remedy = 'keep it out of what `npx lockstep verify` writes, and run it again; evidence is never edited';

const FORBIDDEN: Forbidden[] = [
  {
    pattern: /\b(?:GPU-|MIG-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    cause: (found) => `it holds "${found}", which identifies one device or machine`,
    remedy,
  },
  {
    pattern: /"(?:host_?name|node_?name|serial(?:_?number)?|uuid|user_?name|mac_?address)"(?=\s*:)/gi,
    cause: (found) => `it has a field ${found}, which identifies one device, machine or person`,
    remedy,
  },
  {
    // An absolute path: two folders deep, at the start of a word or after a compiler's -I or -L.
    pattern: /(?:(?<![\w.:/*)\]}>-])|(?<=[\s"'](?:-I|-L|-B|-isystem)))\/[A-Za-z_][\w.+-]*\/[\w.+-]+(?:\/[\w.+-]+)*/g,
    cause: (found) => `it holds "${found}", a path of the machine it was written on`,
    remedy,
  },
];

/** Packed values are bytes, in which any text may turn up; blanked to their length, so that places stay what they are. */
const withoutPacked = (text: string): string =>
  text.replace(
    /("data":\s*")([A-Za-z0-9+/]+={0,2})(?=")/g,
    (_, key: string, data: string) => key + ' '.repeat(data.length),
  );

function tooLarge(project: Project, file: string): Finding[] {
  const size = project.size(file);
  if (size <= LARGEST) return [];
  const cause = `it is ${String(size)} bytes long; a page and a reviewer have to read it`;
  return [
    {
      place: { file },
      cause,
      expected: `at most ${String(LARGEST)} bytes`,
      found: `${String(size)} bytes`,
      remedy: 'record fewer samples or listings in the plan',
    },
  ];
}

const ARMOUR = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)-----END SSH SIGNATURE-----\n$/;

/** A signature holds a key and no name: a certificate would bring its owner's, and text around it anything. */
function unclearSignature(project: Project, file: string): Finding[] {
  const packed = ARMOUR.exec(project.read(file))?.[1];
  const bytes = Buffer.from(packed ?? '', 'base64').toString('latin1');
  const isPlain = bytes.startsWith('SSHSIG') && bytes.includes('lockstep-evidence') && !bytes.includes('-cert-v01@');
  if (packed !== undefined && isPlain) return [];
  return [
    {
      place: { file },
      cause: 'it is no signature of evidence with a plain key, and may name somebody',
      expected: 'one SSH signature in the namespace lockstep-evidence, not by a certificate, and nothing around it',
      found: packed === undefined ? 'other text' : 'another signature',
      remedy: 'sign again with `npx lockstep verify --sign KEY`, or delete it',
    },
  ];
}

/** Evidence is published: it says what a result depends on, and nothing about whose machine it was. */
export const evidenceClean: Linter = {
  name: 'evidence-clean',
  rule: 'evidence names no host, person, serial number or machine path, and is small enough to read',
  scope: (file) => /^code\/.+\/evidence\/.+\.json(\.sig)?$/.test(file),
  check: (project, files) => {
    const signatures = files.filter((file) => file.endsWith('.sig'));
    const evidence = files.filter((file) => !file.endsWith('.sig'));
    return [
      ...findForbidden({ ...project, read: (file) => withoutPacked(project.read(file)) }, evidence, FORBIDDEN),
      ...files.flatMap((file) => tooLarge(project, file)),
      ...signatures.flatMap((file) => unclearSignature(project, file)),
    ];
  },
  exceptions: [],
};
