/** What evidence says of machine code, held against the machine code in it. */
import { PATTERN_HOLDS, type Check } from './check.ts';
import type { Rule } from './contradictions.ts';
import { controlOf } from './control.ts';
import type { Envelope } from './evidence.ts';
import { countOpcode } from './sass.ts';
import { parseSassItems } from './sass-item.ts';
import { judgeSassCheck } from './sass-judge.ts';

/** A count of instructions is that of the listing, where the file holds it. */
const countsFollow: Rule = ({ sass, checks }) => {
  const counted = ({ origin, result }: Check): string | null => {
    if (origin.kind !== 'sass' || result.status !== 'judged') return null;
    const listing = sass.listings.find(({ build, kernel }) => build === origin.build && kernel === origin.kernel);
    const found = listing === undefined ? result.got : countOpcode(listing, origin.opcode);
    return found === result.got ? null : `states ${String(result.got)}, but the listing holds ${String(found)}`;
  };
  return checks.flatMap((one, index) => {
    const message = counted(one);
    return message === null ? [] : [{ path: ['checks', index, 'result', 'got'], message }];
  });
};

/** What cannot be true of a check of a pattern; null when it follows from its build and, where the file holds it, the listing. */
function patternFault({ origin, kind, result }: Check, { builds, sass }: Envelope): string | null {
  if (origin.kind !== 'sass-pattern') return null;
  const build = builds.find(({ id }) => id === origin.build);
  const isOf = build?.variant === 'release' && build.targets.join() === origin.target;
  if (!isOf || build.result.status !== 'ok') {
    return `names no release build for ${origin.target} that is ok: "${origin.build}"`;
  }
  const items = parseSassItems(origin.text);
  if (items === null) return `cannot be read: ${origin.text}`;
  if (kind !== 'gate') return 'is an observation, but a pattern beside a kernel is a gate';
  if (result.status === 'not-reported') return null;
  if (result.status === 'recorded' || result.expected !== PATTERN_HOLDS) return `does not expect "${PATTERN_HOLDS}"`;
  const listing = sass.listings.find((one) => one.build === origin.build && one.kernel === origin.kernel);
  if (listing === undefined) return null;
  const verdict = judgeSassCheck(items, listing);
  if (verdict.holds === result.holds) return null;
  const found = verdict.holds ? 'it holds' : verdict.fault;
  return `states "${String(result.got)}", but by the listing ${found}`;
}

const patternsFollow: Rule = (value) =>
  value.checks.flatMap((one, index) => {
    const message = patternFault(one, value);
    return message === null ? [] : [{ path: ['checks', index], message }];
  });

/** Scheduling fields are those of the encoding, on every instruction of a target whose layout the file names. */
const controlFollows: Rule = ({ sass: { listings, controlLayouts = [] } }) =>
  listings.flatMap(({ target, instructions }, index) => {
    const isNamed = controlLayouts.some((one) => one.target === target);
    const at = instructions.findIndex((one) => one.control !== (isNamed ? controlOf(target, one) : undefined));
    if (at === -1) return [];
    const message = isNamed ? 'is not what the encoding says' : `is stated, and no source of the layout of ${target}`;
    return [{ path: ['sass', 'listings', index, 'instructions', at, 'control'], message }];
  });

const listingsHaveTheirBuild: Rule = ({ builds, sass }) =>
  sass.listings.flatMap(({ build, kernel }, index) => {
    if (builds.find(({ id }) => id === build)?.result.status !== 'ok') {
      return [{ path: ['sass', 'listings', index, 'build'], message: `names no build that is ok: "${build}"` }];
    }
    return sass.listings.findIndex((other) => other.build === build && other.kernel === kernel) === index
      ? []
      : [{ path: ['sass', 'listings', index], message: `${kernel} of ${build} is there twice` }];
  });

export const SASS_RULES: readonly Rule[] = [countsFollow, patternsFollow, controlFollows, listingsHaveTheirBuild];
