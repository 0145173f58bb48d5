/** What a page shows, resolved: the values with all that must never be parted from them. Views draw these, unread. */
import type { KernelResources } from '../schema/build.ts';
import type { Check } from '../schema/check.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { Comparison, Measurement } from '../schema/measurement.ts';
import type { Unit } from '../schema/primitives.ts';
import type { CrossCheck, Instruction, Place as CodePlace } from '../schema/sass.ts';
import type { Words } from './figure.ts';
import type { FormattedValue } from './format.ts';
import type { Freshness } from './freshness.ts';

/** Where a shown thing came from. */
export interface Provenance {
  lab: string;
  deviceSlug: string;
  /** As the driver reports it. */
  deviceName: string;
  /** The compiler and its version: `nvcc 13.0.88`; null when the lab has none. */
  toolchain: string | null;
  /** UTC time of the capture, and its day in words. */
  capturedAt: string;
  capturedOn: string;
  freshness: Freshness;
  /** The evidence in the repository, and the same bytes on the site. */
  file: string;
  url: string;
  /** The command that makes the evidence again. */
  reproduce: string;
}

export type Stat = 'min' | 'q1' | 'median' | 'q3' | 'max';

/** One statistic of a measurement. */
export interface ShownMeasurement {
  /** JSON Pointer to the measurement in the evidence. */
  at: string;
  id: string;
  description: string;
  stat: Stat;
  unit: Unit;
  /** The number of the evidence file, exactly. */
  raw: number;
  shown: FormattedValue;
  /** All five, each to the same decimal place. */
  summary: Record<Stat, { raw: number; shown: FormattedValue }>;
  n: number;
  samples: readonly number[];
  discarded: Measurement['discarded'];
  method: Measurement['method'];
  conditions: Measurement['conditions'];
  provenance: Provenance;
}

/** The ratio of two medians with its interval. */
export interface ShownComparison {
  /** JSON Pointer to the comparison in the evidence. */
  at: string;
  id: string;
  description: string;
  first: string;
  second: string;
  /** Ratio and bounds are first over second, for times and cycles: below 1 the first is faster. */
  ratio: { raw: number; shown: FormattedValue };
  low: { raw: number; shown: FormattedValue };
  high: { raw: number; shown: FormattedValue };
  /** Confidence of the interval in words: `95%`. */
  confidence: string;
  /** The least difference that gets a verdict: `1%`. */
  leastEffect: string;
  verdict: Comparison['verdict'];
  /** `faster`, `slower`, `no clear difference`. */
  verdictText: string;
  provenance: Provenance;
}

export type CheckPart = 'got' | 'expected' | 'verdict';

export interface ShownCheck {
  /** JSON Pointer to the check in the evidence. */
  at: string;
  id: string;
  description: string;
  kind: Check['kind'];
  part: CheckPart;
  /** The value of that part as the evidence has it. */
  raw: number | string | boolean;
  text: string;
  /** The whole check beside the part that is quoted; null where it has no such part. */
  expected: string | null;
  got: string | null;
  /** `holds`, `does not hold`, `recorded` (an observation without a right answer), `not reported`. */
  verdictText: string;
  provenance: Provenance;
}

/** Checks side by side. */
export interface ShownChecks {
  caption: string;
  rows: ShownCheck[];
}

/** How programs ended by themselves, and what sanitizers said of them. */
export interface ShownOutcomes {
  caption: string;
  /** One for each tool and build. */
  columns: string[];
  /** `said` has one entry a column. */
  rows: { text: string; alone: Words; said: Words[] }[];
}

/** A reference to one of the page's sources. */
export interface ShownCitation {
  /** Its number in the list, from 1, and the anchor of its entry. */
  number: number;
  anchor: string;
}

/** What a vector holds, one value a lane. */
export interface ShownLanes {
  /** JSON Pointer to the vector in the evidence. */
  at: string;
  id: string;
  caption: string;
  description: string;
  lanes: { lane: number; value: number; mark: 'absent' | 'undefined' | null }[];
  legend: { mark: 'absent' | 'undefined'; text: string; value: number; count: number }[];
  provenance: Provenance;
}

/** A lane that reads, and the lane that it reads. */
export interface LaneRead {
  from: number;
  to: number;
}

/** A warp as 32 cells, and who reads whom. Lanes are numbers from 0 to 31. */
export interface ShownWarp {
  label: string;
  /** What is drawn, in words. */
  description: string;
  numbers: boolean;
  /** How far above itself each active lane reads; 0 when none does. */
  reads: number;
  active: number[];
  /** Drawn solid: active, with a value that is defined. */
  solid: number[];
  hollow: number[];
  /** Drawn with a cross: their value is undefined. */
  crossed: number[];
  /** Reads from an active lane, and from one that is not there. */
  present: LaneRead[];
  absent: LaneRead[];
}

/** Measurements of one unit side by side, with the comparisons the evidence holds between them. */
export interface ShownSamples {
  caption: string;
  unit: Unit;
  rows: ShownMeasurement[];
  comparisons: ShownComparison[];
}

/** A highlighted piece of a line. The classes are those of `src/styles`: `token-keyword`, `token-comment`, … */
export interface Token {
  text: string;
  className: string | null;
}

export interface SourceLine {
  /** In the file, from 1. */
  number: number;
  /** Anchor of the line; null when the page has quoted this line before. */
  anchor: string | null;
  tokens: Token[];
}

/** A region of a file under `code/`. */
export interface ShownSource {
  file: string;
  region: string;
  /** Text of the region, for copying. */
  text: string;
  lines: SourceLine[];
  /** Address of the file at the repository's host; null when the course names no repository. */
  url: string | null;
  provenance: Provenance;
}

export interface ShownInstruction {
  /** Null when the page shows this listing twice. */
  anchor: string | null;
  /** Byte offset as the listing prints it: `01a0`. */
  address: string;
  predicate: string | null;
  opcode: string;
  operands: string;
  tokens: Token[];
  encoding: string;
  control: NonNullable<Instruction['control']> | null;
  place: CodePlace | null;
  /** Anchor of the line it came from, or that it was inlined into; null when the page quotes neither above. */
  sourceAnchor: string | null;
  /** Its opcode is one the page draws attention to. */
  highlighted: boolean;
}

/** Machine code of one kernel for one target, or why there is none. */
export type ShownTarget =
  | {
      status: 'listed';
      target: string;
      /** JSON Pointer to the listing in the evidence. */
      at: string;
      symbol: string;
      demangled: string | null;
      instructions: ShownInstruction[];
      /** How often each highlighted opcode stands in the listing. */
      highlights: { opcode: string; count: number }[];
      padding: number;
      crossCheck: CrossCheck;
      /** What the assembler said of the build that the listing is of, and the JSON Pointer to it. */
      resources: (KernelResources & { at: string }) | null;
    }
  | { status: 'missing'; target: string; reason: string };

export interface ShownSass {
  kernel: string;
  /** The target of the device itself; null when it is not among those shown. */
  native: string | null;
  targets: ShownTarget[];
  provenance: Provenance;
}

export interface ShownEnvironment {
  evidence: Evidence;
  provenance: Provenance;
}
