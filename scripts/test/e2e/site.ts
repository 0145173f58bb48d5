import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../lib/bootstrap/effects.mjs';

const DIST = join(ROOT, 'dist');

/** The address of a built file: `days/first/index.html` is `/days/first/`. */
const addressOf = (file: string): string => `/${file}`.replace(/(^|\/)index\.html$/, '$1');

/** Every page of the built site, as a browser asks for it. */
export const PAGES: readonly string[] = globSync('**/*.html', { cwd: DIST })
  .map((file) => addressOf(file.replaceAll('\\', '/')))
  .sort();

/** Whether the built site has a file for an address. */
export function isServed(address: string): boolean {
  const path = join(DIST, decodeURIComponent(address));
  return address.endsWith('/') ? existsSync(join(path, 'index.html')) : existsSync(path);
}

interface EndedProcess {
  kind: 'exited' | 'signalled' | 'timed-out' | 'not-started' | 'skipped';
  code?: number;
}

/** The parts of an evidence file that pages quote. Read apart from the site's own code, so as to check it. */
export interface EvidenceFile {
  readonly measurements: readonly {
    id: string;
    unit: string;
    bytes?: number;
    samples: number[];
    discarded: unknown[];
    conditions: { status: string };
    summary: Record<string, number>;
  }[];
  readonly comparisons: readonly {
    id: string;
    first: string;
    second: string;
    verdict: string;
    interval: { ratio: number; low: number; high: number };
  }[];
  readonly checks: readonly { id: string; result: Record<string, unknown> & { status: string } }[];
  readonly vectors: readonly { id: string; type: string; data: string }[];
  readonly sass: {
    readonly listings: readonly {
      build: string;
      kernel: string;
      symbol: string;
      target: string;
      instructions: { opcode: string }[];
    }[];
  };
  readonly builds: readonly { id: string; result: { kernels?: { symbol: string }[] } }[];
  readonly runs: readonly { id: string; ended: EndedProcess; cudaError: object | null }[];
  readonly sanitizers: readonly { id: string; ended: EndedProcess; findings: { count: number }[] }[];
  readonly profiles: readonly { id: string; result: { metrics?: { name: string }[] } }[];
  readonly inputs: readonly unknown[];
  readonly device: { kind: 'gpu' | 'cpu' | 'none' };
  readonly toolchain: Record<string, { status: string }>;
  readonly capture: { stateBefore: Record<string, unknown>; stateAfter: Record<string, unknown> };
}

/** The evidence of a lab on a device. */
export function evidence(lab: string, device: string): EvidenceFile {
  return JSON.parse(readFileSync(join(ROOT, 'code', lab, 'evidence', `${device}.json`), 'utf8')) as EvidenceFile;
}

/** The labs that have evidence: pairs of a lab and a device. */
export const EVIDENCE: readonly { lab: string; device: string; file: string }[] = globSync('code/*/evidence/*.json', {
  cwd: ROOT,
})
  .sort()
  .map((file) => {
    const [, lab = '', , name = ''] = file.replaceAll('\\', '/').split('/');
    return { lab, device: name.replace(/\.json$/, ''), file };
  });

/** The course as its configuration says it. */
export const COURSE = JSON.parse(readFileSync(join(ROOT, 'content', 'course.json'), 'utf8')) as {
  readonly primaryDevice: string;
};

/** The days of the course: the names of their files. */
export const DAYS: readonly string[] = globSync('content/days/*.mdx', { cwd: ROOT })
  .sort()
  .map((file) => basename(file, '.mdx'));
