import type { ProblemDetails } from '../../src/evidence/problem.ts';
import type { Exception, Finding, Linter, Project } from './linter.ts';

/** What one linter found, exceptions taken into account. */
export interface LinterResult {
  readonly name: string;
  readonly rule: string;
  readonly files: number;
  readonly problems: readonly ProblemDetails[];
}

const excuses = (exception: Exception, finding: Finding): boolean =>
  exception.file === finding.place.file && exception.found === finding.found;

const unused = (linter: Linter, exception: Exception): ProblemDetails => ({
  place: { file: exception.file },
  cause: `the exception from ${linter.name} for "${exception.found}" excuses nothing any more`,
  remedy: `delete it from scripts/check/linters/${linter.name}.ts`,
});

const byPlace = ({ place: a }: ProblemDetails, { place: b }: ProblemDetails): number =>
  a.file.localeCompare(b.file, 'en') || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

/** Runs one linter: what it finds, less its exceptions, plus the exceptions that have expired. */
export function runLinter(linter: Linter, project: Project): LinterResult {
  const files = project.files.filter(linter.scope);
  const findings = linter.check(project, files);
  const left = findings.filter((finding) => !linter.exceptions.some((exception) => excuses(exception, finding)));
  const expired = linter.exceptions.filter((exception) => !findings.some((finding) => excuses(exception, finding)));
  const problems = [...left.sort(byPlace), ...expired.map((exception) => unused(linter, exception))];
  return { name: linter.name, rule: linter.rule, files: files.length, problems };
}

/** Runs every linter over the project. */
export function check(linters: readonly Linter[], project: Project): LinterResult[] {
  return linters.map((linter) => runLinter(linter, project));
}
