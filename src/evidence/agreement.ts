import type { Evidence } from '../schema/evidence.ts';
import { requirementText, type ComparisonGate } from '../schema/measurement.ts';
import type { Plan } from '../schema/plan.ts';

/** Something that the evidence says otherwise than the plan it was made with. */
export interface Disagreement {
  /** Where in the evidence it stands. */
  path: (string | number)[];
  cause: string;
  expected: string;
  found: string;
}

interface Stated {
  id: string;
  /** Its place in the list of the evidence. */
  at?: number;
  /** What plan and evidence must say alike, by name. */
  facts: Record<string, string>;
}

type Planned = Pick<Evidence, 'checks' | 'measurements' | 'comparisons' | 'builds'>;

/** Whether instructions are counted in a build: the debugger's are not those that the program is judged by. */
const isCounted = ({ program, variant, result }: Planned['builds'][number], wanted: string): boolean =>
  program === wanted && variant === 'release' && result.status === 'ok';

/** The checks that a plan asks for: those that a program reports, and a count for every build of a program. */
function plannedChecks(plan: Plan, { builds }: Planned): Stated[] {
  const counted = plan.instructionCounts.flatMap(({ id, program, kind, description, expected, opcode, kernel }) =>
    [...new Set(builds.filter((build) => isCounted(build, program)).flatMap(({ targets }) => targets))].map(
      (target) => ({
        id: `${id}/${target}`,
        facts: { kind, description: `${description}, ${target}`, expected: String(expected), opcode, kernel },
      }),
    ),
  );
  return [
    ...plan.checks.map(({ id, kind, description, run }) => ({ id, facts: { kind, description, run } })),
    ...counted,
  ];
}

function heldChecks({ checks }: Planned): Stated[] {
  return checks.flatMap(({ id, kind, description, origin, result }, at): Stated[] => {
    // What stands beside a kernel is held against the sources, by `sassDisagreements`.
    if (origin.kind === 'sass-pattern') return [];
    const counted = origin.kind === 'sass' && result.status === 'judged' ? { expected: String(result.expected) } : {};
    const where = origin.kind === 'run' ? { run: origin.run } : { opcode: origin.opcode, kernel: origin.kernel };
    return [{ id, at, facts: { kind, description, ...where, ...counted } }];
  });
}

const measurements = (list: Plan['measurements'] | Evidence['measurements']): Stated[] =>
  list.map(({ id, unit, description, run, bytes }) => ({
    id,
    facts: { unit, description, run, bytes: String(bytes ?? 'none') },
  }));

const gateText = (gate: ComparisonGate): string =>
  `${requirementText(gate)} on ${gate.onlyOn?.join(', ') ?? 'every device'}`;

const comparisons = (list: Plan['comparisons'] | Evidence['comparisons']): Stated[] =>
  list.map(({ id, first, second, description, gate }) => ({
    id,
    facts: { first, second, description, gate: gate === undefined ? 'none' : gateText(gate) },
  }));

/** Entries of one list that differ between plan and evidence. An entry may be missing where `optional` says so. */
function compare(list: string, one: string, planned: Stated[], held: Stated[], optional: boolean): Disagreement[] {
  const absent = planned
    .filter(({ id }) => !optional && !held.some((entry) => entry.id === id))
    .map(({ id }) => ({
      path: [list],
      cause: `The evidence leaves out a ${one} that its plan names: "${id}".`,
      expected: id,
      found: 'nothing of that id',
    }));
  const other = held.flatMap(({ id, facts, at }, place): Disagreement[] => {
    const index = at ?? place;
    const wanted = planned.find((entry) => entry.id === id);
    if (wanted === undefined) {
      return [
        {
          path: [list, index],
          cause: `The evidence holds a ${one} that its plan does not name: "${id}".`,
          expected: planned.map((entry) => entry.id).join(', ') || 'none',
          found: id,
        },
      ];
    }
    return Object.entries(facts)
      .filter(([name, value]) => wanted.facts[name] !== value)
      .map(([name, value]) => ({
        path: [list, index],
        cause: `The ${name} of the ${one} "${id}" is not what its plan says.`,
        expected: wanted.facts[name] ?? 'nothing',
        found: value,
      }));
  });
  return [...absent, ...other];
}

/**
 * Everything that fresh evidence says otherwise than its plan: a gate that became an observation, a check that is gone,
 * another unit or description. A measurement may be missing: the run that takes it may have failed.
 */
export function disagreements(plan: Plan, evidence: Planned): Disagreement[] {
  return [
    ...compare('checks', 'check', plannedChecks(plan, evidence), heldChecks(evidence), false),
    ...compare(
      'measurements',
      'measurement',
      measurements(plan.measurements),
      measurements(evidence.measurements),
      true,
    ),
    ...compare('comparisons', 'comparison', comparisons(plan.comparisons), comparisons(evidence.comparisons), true),
  ];
}
