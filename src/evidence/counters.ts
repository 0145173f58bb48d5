import { chooseEvidence, findById } from './choose.ts';
import type { PageContext } from './context.ts';
import { figure, type Words } from './figure.ts';
import { formatNumber } from './format.ts';
import { expectedName } from './nearest.ts';
import { Problem, type Place } from './problem.ts';
import type { CountersRequest } from './requests.ts';
import type { Provenance } from './shown.ts';

/** Hardware counters side by side: one row a profiled kernel, one column a metric. */
export interface ShownCounters {
  caption: string;
  metrics: { name: string; text: string }[];
  rows: { text: string; values: Words[] }[];
  provenance: Provenance;
}

/**
 * Counters of kernels. Where the profiler was not let at them, the cells say so. Throws Problem for an unknown profile,
 * and for a metric that a profile which was read does not hold.
 */
export function resolveCounters(
  context: PageContext,
  { profiles, metrics, caption, ...where }: CountersRequest,
  place: Place,
): ShownCounters {
  const chosen = chooseEvidence(context, where, place);
  const all = chosen.evidence.profiles;
  const rows = profiles.map(({ id, text }) => {
    const found = findById('profile', all, id, chosen, place);
    const at = `/profiles/${String(all.indexOf(found))}/result/metrics`;
    const values = metrics.map(({ name }): Words => {
      if (found.result.status !== 'read') return ['not read'];
      const names = found.result.metrics.map((one) => one.name);
      const index = names.indexOf(name);
      const value = found.result.metrics[index]?.value;
      if (value === undefined) {
        throw new Problem({
          place,
          cause: `The profile "${id}" holds no metric "${name}".`,
          expected: expectedName(name, names),
          found: `"${name}"`,
          remedy: `Change the name, or add the metric to code/${chosen.provenance.lab}/plan.json and verify again.`,
        });
      }
      return [figure(chosen.provenance, `${at}/${String(index)}/value`, 'as-is', formatNumber(value))];
    });
    return { text, values };
  });
  return { caption, metrics, rows, provenance: chosen.provenance };
}
