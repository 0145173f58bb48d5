/** What each view is given. The adapters of the same folder resolve it; a view draws it and looks nothing up. */
import type { ShownBandwidths } from '../../evidence/bandwidth.ts';
import type { PageIdentity } from '../../evidence/context.ts';
import type { ShownCounters } from '../../evidence/counters.ts';
import type { ShownDiagram } from '../../evidence/diagram.ts';
import type { Words } from '../../evidence/figure.ts';
import type { ProblemDetails } from '../../evidence/problem.ts';
import type {
  ShownCheck,
  ShownChecks,
  ShownCitation,
  ShownComparison,
  ShownEnvironment,
  ShownLanes,
  ShownMeasurement,
  ShownOutcomes,
  ShownSamples,
  ShownSass,
  ShownSource,
  ShownWarp,
} from '../../evidence/shown.ts';
import type { SignoffState } from '../../evidence/signoff.ts';

/** `MeasuredValue.astro`, inline. Its element carries `measurementData(value)`. */
export interface MeasuredValueProps {
  value: ShownMeasurement;
}

/** `ComparedValue.astro`, inline. Its element carries `comparisonData(value)`. */
export interface ComparedValueProps {
  value: ShownComparison;
}

/** `CheckedValue.astro`, inline. Its element carries `checkData(value)`. */
export interface CheckedValueProps {
  value: ShownCheck;
}

/** `SampleTable.astro`: table, plot and comparisons. */
export interface SampleTableProps {
  samples: ShownSamples;
}

/** `BandwidthChart.astro`: lines over sizes, and the table they are drawn from. */
export interface BandwidthChartProps {
  bandwidths: ShownBandwidths;
}

/** `CounterTable.astro` */
export interface CounterTableProps {
  counters: ShownCounters;
}

/** `SourceListing.astro` */
export interface SourceListingProps {
  source: ShownSource;
}

/** `SassListing.astro` */
export interface SassListingProps {
  sass: ShownSass;
}

/** `EnvironmentTable.astro` */
export interface EnvironmentTableProps {
  environment: ShownEnvironment;
}

/** `BylineView.astro` */
export interface BylineViewProps {
  page: PageIdentity;
  signoff: SignoffState;
}

/** `DiagramView.astro`: `svg` is clean markup; title and description name it. */
export interface DiagramViewProps {
  diagram: ShownDiagram;
}

/** `ProblemNotice.astro`: stands where the value would be. `inline` inside a sentence, else a block. */
export interface ProblemNoticeProps {
  problems: readonly ProblemDetails[];
  inline: boolean;
}

/** `CheckTable.astro` */
export interface CheckTableProps {
  checks: ShownChecks;
}

/** `WordTable.astro`, inside a figure: `headings` has one entry more than a row has cells. */
export interface WordTableProps {
  caption: string;
  headings: string[];
  rows: { text: string; cells: Words[] }[];
  kind?: 'text' | 'numbers';
}

/** `OutcomeTable.astro` */
export interface OutcomeTableProps {
  outcomes: ShownOutcomes;
}

/** `Citation.astro`, inline. */
export interface CitationProps {
  citation: ShownCitation;
}

/** `WarpView.astro` */
export interface WarpViewProps {
  warp: ShownWarp;
}

/** `LaneValues.astro` */
export interface LaneValuesProps {
  values: ShownLanes;
}
