import type { KernelResources } from '../schema/build.ts';
import type { Evidence } from '../schema/evidence.ts';
import { countOpcode, isOpcode, type Listing } from '../schema/sass.ts';
import { claim, instructionAnchor, lineAnchor } from './anchors.ts';
import { chooseEvidence } from './choose.ts';
import type { PageContext } from './context.ts';
import { expectedName } from './nearest.ts';
import { Problem, type Place } from './problem.ts';
import type { SassRequest } from './requests.ts';
import { inliningChain, placeOf } from './sass.ts';
import type { ShownInstruction, ShownSass, ShownTarget } from './shown.ts';
import type { Highlight } from './source.ts';

type Missing = Evidence['sass']['missing'][number];

/** `sm_75` before `sm_120`. */
const byTarget = (a: { target: string }, b: { target: string }): number =>
  a.target.localeCompare(b.target, 'en', { numeric: true });

function shownInstructions(
  listing: Listing,
  opcodes: readonly string[],
  context: PageContext,
  highlight: Highlight,
): ShownInstruction[] {
  const text = listing.instructions.map(({ predicate, opcode, operands }) =>
    [predicate, opcode, operands].filter((part) => part !== undefined && part !== '').join(' '),
  );
  const tokens = highlight(text.join('\n'), 'sass');
  return listing.instructions.map((instruction, index) => {
    const place = placeOf(listing, instruction);
    const anchors = (place === null ? [] : inliningChain(place)).map(({ file, line }) => lineAnchor(file, line));
    return {
      anchor: claim(context.anchors, instructionAnchor(listing.kernel, listing.target, instruction.at)),
      address: instruction.at.toString(16).padStart(4, '0'),
      predicate: instruction.predicate ?? null,
      opcode: instruction.opcode,
      operands: instruction.operands,
      tokens: tokens[index] ?? [],
      encoding: instruction.encoding,
      control: instruction.control ?? null,
      place,
      sourceAnchor: anchors.find((anchor) => context.anchors.has(anchor)) ?? null,
      highlighted: opcodes.some((wanted) => isOpcode(instruction.opcode, wanted)),
    };
  });
}

/** The target a GPU runs natively, when it is shown: `sm_90` for compute capability 9.0. */
function nativeTarget({ device }: Evidence, shown: readonly { target: string }[]): string | null {
  if (device.kind !== 'gpu') return null;
  const own = `sm_${device.computeCapability.replace('.', '')}`;
  return shown.find(({ target }) => target.replace(/[a-z]$/, '') === own)?.target ?? null;
}

/** What the assembler said the kernel uses, from the build the listing was taken from. */
function resourcesOf({ builds }: Evidence, { build, symbol }: Listing): (KernelResources & { at: string }) | null {
  const built = builds.findIndex(({ id }) => id === build);
  const result = builds[built]?.result;
  if (result?.status !== 'ok') return null;
  const kernel = result.kernels.findIndex((one) => one.symbol === symbol);
  const found = result.kernels[kernel];
  return found === undefined ? null : { ...found, at: `/builds/${String(built)}/result/kernels/${String(kernel)}` };
}

/** The listings of a kernel, and the targets its program has none for. Throws Problem for a kernel never listed. */
function targetsOf(
  { sass, lab }: Evidence,
  kernel: string,
  file: string,
  place: Place,
): { listings: Listing[]; missing: Missing[] } {
  const listings = sass.listings.filter((one) => one.kernel === kernel).sort(byTarget);
  if (listings.length === 0) {
    throw new Problem({
      place,
      cause: `The evidence lists no machine code of a kernel "${kernel}".`,
      expected: expectedName(kernel, [...new Set(sass.listings.map((one) => one.kernel))]),
      found: `"${kernel}", which is not in ${file}`,
      remedy: `Change the kernel, or list it in code/${lab}/plan.json and run: npx lockstep verify ${lab}`,
    });
  }
  const programs = new Set(listings.map((one) => one.program));
  return { listings, missing: sass.missing.filter((one) => programs.has(one.program)) };
}

/** Only the wanted targets, in the order they are wanted. Throws Problem for one the evidence does not know. */
function wantedTargets<Entry extends { target: string }>(
  all: readonly Entry[],
  wanted: readonly string[] | undefined,
  place: Place,
): Entry[] {
  if (wanted === undefined) return all.toSorted(byTarget);
  return wanted.map((target) => {
    const found = all.find((one) => one.target === target);
    if (found !== undefined) return found;
    throw new Problem({
      place,
      cause: `The evidence knows no target "${target}" for this kernel.`,
      expected: expectedName(
        target,
        all.map((one) => one.target),
      ),
      found: `"${target}"`,
      remedy: 'Change the target, or add it to the plan of the lab and verify it again.',
    });
  });
}

/**
 * The machine code of a kernel by target. Throws Problem for an unknown kernel or target, and for an opcode to
 * highlight that stands in no listing shown.
 */
export function resolveSass(
  context: PageContext,
  { kernel, targets: wanted, highlight: marked, ...where }: SassRequest,
  highlight: Highlight,
  place: Place,
): ShownSass {
  const { evidence, provenance } = chooseEvidence(context, where, place);
  const { listings, missing } = targetsOf(evidence, kernel, provenance.file, place);
  const opcodes = [marked].flat();
  const shown = wantedTargets([...listings, ...missing], wanted, place);
  for (const opcode of opcodes) {
    if (shown.some((one) => 'instructions' in one && countOpcode(one, opcode) > 0)) continue;
    const known = shown.flatMap((one) => ('instructions' in one ? one.instructions.map((each) => each.opcode) : []));
    throw new Problem({
      place,
      cause: `No instruction of "${kernel}" shown here has the opcode "${opcode}".`,
      expected: expectedName(opcode, [...new Set(known)]),
      found: `"${opcode}"`,
      remedy: 'Change what is highlighted.',
    });
  }
  return {
    kernel,
    native: nativeTarget(evidence, shown),
    targets: shown.map((one): ShownTarget => {
      if (!('instructions' in one)) return { status: 'missing', target: one.target, reason: one.reason };
      return {
        status: 'listed',
        target: one.target,
        at: `/sass/listings/${String(evidence.sass.listings.indexOf(one))}`,
        symbol: one.symbol,
        demangled: one.demangled,
        instructions: shownInstructions(one, opcodes, context, highlight),
        highlights: opcodes.map((opcode) => ({ opcode, count: countOpcode(one, opcode) })),
        padding: one.padding,
        crossCheck: one.crossCheck,
        resources: resourcesOf(evidence, one),
      };
    }),
    provenance,
  };
}
