import type { PlannedSanitizer } from '../../src/schema/plan.ts';
import { sanitizerVerdict, type Sanitizer } from '../../src/schema/sanitizer.ts';
import type { BuiltProgram } from './build-program.ts';
import { buildFolder } from './compilation.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import { statedPath, withoutMachine } from './paths.ts';
import { readSanitizer, sanitizerCommand, type RefusalReason, type SanitizerReport } from './tools/sanitizer.ts';

/** Bytes of each stream that are read. The line that counts comes last, after a record for each thread. */
const LIMIT = 32 << 20;
/** Bytes of the tool's words that evidence keeps. */
const SAID_LIMIT = 4 << 10;

export interface Sanitized {
  sanitizer: Sanitizer;
  planned: PlannedSanitizer;
  seconds: number;
}

/** The same with its verdict, which follows from all the rest. */
export function withVerdict(value: Omit<Sanitizer, 'verdict'>): Sanitizer {
  return { ...value, verdict: sanitizerVerdict(value) };
}

/** A tool that could judge nothing was not at work. A program that never used CUDA is the plan's fault, and is judged. */
const isUnavailable = (reason: RefusalReason): boolean => reason !== 'never-used-cuda';

function endingOf(report: SanitizerReport, ended: Sanitizer['ended']): Sanitizer['ended'] {
  if (report.status !== 'refused' || ended.kind === 'not-started' || !isUnavailable(report.reason)) return ended;
  return { kind: 'skipped', reason: report.said };
}

function said(text: string, cutBytes: number, effects: Effects): Sanitizer['said'] {
  const stated = withoutMachine(text, effects);
  const kept = stated.slice(0, SAID_LIMIT);
  return { text: kept, cutBytes: cutBytes + (stated.length - kept.length) };
}

/** A sanitizer that was not run, because there is nothing to run it on. */
export function skippedSanitizer(
  planned: PlannedSanitizer,
  { build, target }: BuiltProgram,
  reason: string,
): Sanitized {
  const { id, tool, expected } = planned;
  const base = { id, tool, build: build.id, target, expected, findings: [], summaryLine: null, control: null };
  const sanitizer = withVerdict({ ...base, ended: { kind: 'skipped', reason }, said: { text: '', cutBytes: 0 } });
  return { sanitizer, planned, seconds: 0 };
}

/** Runs a program under one tool, in a process of its own with its time limit. It has no control yet. */
export async function runSanitizer(
  lab: Lab,
  planned: PlannedSanitizer,
  built: BuiltProgram,
  effects: Effects,
): Promise<Sanitized> {
  if (built.executable === null) return skippedSanitizer(planned, built, `build ${built.build.id} has no executable`);
  const { id, tool, expected } = planned;
  const files = `${buildFolder(lab)}/${id.replace(/\//g, '-')}`;
  const xmlFile = `${files}.sanitizer.xml`;
  // What the program reports is not evidence here; without a file it would stand among the tool's words.
  await effects.writeFile(`${files}.sanitizer.report`, '');
  await effects.removeFile(xmlFile);
  const ran = await effects.exec(
    sanitizerCommand(tool, built.executable, planned.arguments, planned.options, xmlFile),
    {
      cwd: effects.root,
      env: { LOCKSTEP_REPORT: `${effects.root}/${files}.sanitizer.report` },
      timeoutSeconds: planned.timeoutSeconds,
      limitBytes: LIMIT,
    },
  );
  const xml = await effects.readFile(xmlFile);
  const output = `${ran.stdout.text}${ran.stderr.text}`;
  const report = readSanitizer({
    ended: ran.ended,
    output,
    xml: xml === null ? null : new TextDecoder().decode(xml),
    root: effects.root,
  });
  const reported = report.status === 'reported' ? report : { findings: [], summaryLine: null };
  const sanitizer = withVerdict({
    id,
    tool,
    build: built.build.id,
    target: built.target,
    expected,
    ended: endingOf(report, ran.ended),
    findings: reported.findings.map((one) => ({
      ...one,
      message: withoutMachine(one.message, effects),
      file: one.file === null ? null : statedPath(one.file, effects.root),
    })),
    summaryLine: reported.summaryLine,
    control: null,
    said: said(output, ran.stdout.cutBytes + ran.stderr.cutBytes, effects),
  });
  return { sanitizer, planned, seconds: ran.seconds };
}

/** One line for the progress: what was found, or why nothing was judged. */
export function describeSanitized({ sanitizer: { ended, findings, summaryLine } }: Sanitized): string {
  if (ended.kind === 'not-started' || ended.kind === 'skipped') return ended.reason;
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  if (kinds.length > 0) return kinds.join(', ');
  return summaryLine === null ? 'ended before it counted' : 'nothing found';
}
