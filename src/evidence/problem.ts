/** A spot in a file of the repository. Lines and columns count from 1. */
export interface Place {
  file: string;
  line?: number | undefined;
  column?: number | undefined;
}

/** What a person needs to repair something: where it is, what is wrong, and what to run or change. */
export interface ProblemDetails {
  place: Place;
  /** What is wrong, as a sentence. */
  cause: string;
  expected?: string | undefined;
  found?: string | undefined;
  /** What to run or change. */
  remedy: string;
}

/** Something that must not be published. It prints the same in the build, in `dev` and in the CLI. */
export class Problem extends Error implements ProblemDetails {
  override readonly name = 'Problem';
  readonly place: Place;
  override readonly cause: string;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  readonly remedy: string;

  constructor(details: ProblemDetails) {
    super(describeProblem(details));
    // Where our code noticed it helps nobody: what must change is at the place.
    this.stack = '';
    this.place = details.place;
    this.cause = details.cause;
    this.expected = details.expected;
    this.found = details.found;
    this.remedy = details.remedy;
  }
}

const byPlace = ({ place: a }: ProblemDetails, { place: b }: ProblemDetails): number =>
  a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

/** Several problems found in one go, in the order of their places. */
export class Problems extends Error {
  override readonly name = 'Problems';
  readonly all: readonly ProblemDetails[];

  constructor(all: readonly ProblemDetails[]) {
    const sorted = [...all].sort(byPlace);
    super(describeProblems(sorted));
    this.stack = '';
    this.all = sorted;
  }
}

/** `file:line:column`, as far as they are known. */
export function describePlace({ file, line, column }: Place): string {
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

const indent = (label: string, text: string): string =>
  `  ${label.padEnd(10)}${text.split('\n').join(`\n${' '.repeat(12)}`)}`;

/** The problem in lines: the place first, then what is wrong, expected, found, and what to do. */
export function describeProblem({ place, cause, expected, found, remedy }: ProblemDetails): string {
  return [
    describePlace(place),
    indent('problem', cause),
    ...(expected === undefined ? [] : [indent('expected', expected)]),
    ...(found === undefined ? [] : [indent('found', found)]),
    indent('to do', remedy),
  ].join('\n');
}

/** All of them, with a total at the end when there are several. */
export function describeProblems(all: readonly ProblemDetails[]): string {
  const texts = [...new Set(all.map(describeProblem))];
  const total = texts.length > 1 ? [`${String(texts.length)} problems`] : [];
  return [...texts, ...total].join('\n\n');
}

/** The plain data of a problem, for places that cannot keep an Error. */
export function problemDetails({ place, cause, expected, found, remedy }: ProblemDetails): ProblemDetails {
  return { place, cause, expected, found, remedy };
}

/** The problems an error carries; null when it is an error of another kind. */
export function problemsOf(error: unknown): ProblemDetails[] | null {
  if (error instanceof Problem) return [problemDetails(error)];
  if (error instanceof Problems) return error.all.map(problemDetails);
  return null;
}
