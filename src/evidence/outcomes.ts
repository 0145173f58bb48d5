import type { Ended, CudaError } from '../schema/outcome.ts';
import type { Sanitizer } from '../schema/sanitizer.ts';
import { chooseEvidence, findById, type Chosen } from './choose.ts';
import type { PageContext } from './context.ts';
import { figure, type Form, type Words } from './figure.ts';
import { formatNumber } from './format.ts';
import type { Place } from './problem.ts';
import type { OutcomesRequest } from './requests.ts';
import type { ShownOutcomes } from './shown.ts';

type Say = (pointer: string, form: Form, text: string) => Words[number];

/** Makes figures of what stands below a JSON Pointer. */
const sayer =
  ({ provenance }: Chosen, at: string): Say =>
  (pointer, form, text) =>
    figure(provenance, `${at}/${pointer}`, form, text);

/** How a process ended: `ended` for a plain success, which leaves nothing to say. */
function endingWords(ended: Ended, error: CudaError | null, say: Say): Words {
  switch (ended.kind) {
    case 'exited':
      if (error !== null) return [say('cudaError/text', 'as-is', error.text)];
      return ended.code === 0 ? ['ended'] : ['exit status ', say('ended/code', 'as-is', formatNumber(ended.code))];
    case 'signalled':
      return ['ended by ', say('ended/signal', 'as-is', ended.signal)];
    case 'timed-out':
      return ['stopped after ', say('ended/afterSeconds', 'as-is', formatNumber(ended.afterSeconds)), ' s'];
    case 'not-started':
    case 'skipped':
      return ['not run'];
  }
}

/** What a sanitizer found. Silence counts only where the tool's control fired in the same session. */
function findingWords({ ended, findings, verdict }: Sanitizer, say: Say): Words {
  if (findings.length > 0) {
    return findings.flatMap(({ kind, count }, index): Words => {
      const times = say(`findings/${String(index)}/count`, 'as-is', formatNumber(count));
      return [...(index > 0 ? [', '] : []), times, ` × ${kind.replaceAll('-', ' ')}`];
    });
  }
  if (ended.kind !== 'exited') return endingWords(ended, null, say);
  return [verdict === 'unproven' ? 'silent, and its control did not fire' : 'silent'];
}

const columnOf = ({ tool, build }: Sanitizer): string =>
  build.includes('device-debug') ? `${tool}, device-debug build` : `${tool}, release build`;

/**
 * How programs ended by themselves, and what sanitizers said of them: one row a program, one column for each tool and
 * build. Throws Problem for an unknown run or sanitizer.
 */
export function resolveOutcomes(
  context: PageContext,
  { rows, caption, ...where }: OutcomesRequest,
  place: Place,
): ShownOutcomes {
  const chosen = chooseEvidence(context, where, place);
  const { runs, sanitizers } = chosen.evidence;
  const found = rows.map((row) => ({
    text: row.text,
    run: findById('run', runs, row.run, chosen, place),
    sanitizers: row.sanitizers.map((id) => findById('sanitizer', sanitizers, id, chosen, place)),
  }));
  const columns = [...new Set(found.flatMap((row) => row.sanitizers.map(columnOf)))];
  return {
    caption,
    columns,
    rows: found.map(({ text, run, sanitizers: said }) => ({
      text,
      alone: endingWords(run.ended, run.cudaError, sayer(chosen, `/runs/${String(runs.indexOf(run))}`)),
      said: columns.map((column) => {
        const one = said.find((each) => columnOf(each) === column);
        return one === undefined
          ? ['not run']
          : findingWords(one, sayer(chosen, `/sanitizers/${String(sanitizers.indexOf(one))}`));
      }),
    })),
  };
}
