import type { PlannedKernel } from '../../src/schema/plan.ts';
import type { Listing, Place } from '../../src/schema/sass.ts';
import { withControl } from '../../src/schema/control.ts';
import type { BuiltProgram } from './build-program.ts';
import { buildFolder } from './compilation.ts';
import type { Effects, ExecResult } from './effects.ts';
import type { Lab } from './lab.ts';
import { describeEnd, endedWell } from './ended.ts';
import { statedPath, withoutMachine } from './paths.ts';
import { crossCheck } from './tools/cross-check.ts';
import { parseCuobjdumpSass, parseElfList } from './tools/cuobjdump.ts';
import { parseNvdisasm, type DisassembledFunction } from './tools/nvdisasm.ts';
import { kernelNameOf } from './tools/symbols.ts';
import { brokenPlan } from './stop.ts';

const LIMIT = 64 << 20;
const TIMEOUT_SECONDS = 120;

export type Disassembly = { listings: Listing[] } | { missing: string };

function failure(tool: string, { ended, stderr, stdout }: ExecResult, effects: Effects): string | null {
  if (endedWell(ended)) return null;
  if (ended.kind === 'not-started') return ended.reason;
  const firstLine = `${stderr.text}\n${stdout.text}`.split('\n').find((line) => line.trim() !== '');
  return withoutMachine(`${tool} ${describeEnd(ended)}: ${firstLine ?? 'it said nothing'}`, effects);
}

function statedPlace(place: Place, root: string): Place {
  return {
    ...place,
    file: statedPath(place.file, root),
    inlinedAt: place.inlinedAt.map((site) => ({ ...site, file: statedPath(site.file, root) })),
  };
}

/** The one function of a program that a planned kernel names. Throws Stop for none or several. */
function functionOf(
  { name: kernel, symbol }: PlannedKernel,
  functions: readonly DisassembledFunction[],
  lab: Lab,
): DisassembledFunction {
  const named = functions.filter(
    (one) => kernelNameOf(one.symbol) === kernel && (symbol === undefined || one.symbol === symbol),
  );
  const [first] = named;
  if (first !== undefined && named.length === 1) return first;
  throw brokenPlan({
    place: { file: lab.planFile },
    cause: `The plan names a kernel "${kernel}", which must stand for exactly one function.`,
    expected: 'one function of that name in the machine code',
    found: named.length === 0 ? 'none' : named.map((one) => one.symbol).join(', '),
    remedy:
      'Name a kernel as it is written after __global__ void, and one of several instances of a template by its "symbol" too.',
  });
}

/**
 * `cuobjdump -xelf` writes images of one name to one file, so that the last one stays. That is harmless for the device
 * linker's, which has no code. Throws Stop when code was lost.
 */
function refuseLostCode(
  kept: readonly DisassembledFunction[],
  all: readonly DisassembledFunction[],
  built: BuiltProgram,
  lab: Lab,
): void {
  const symbols = all.map(({ symbol }) => symbol);
  const lost = symbols.filter(
    (symbol, index) => symbols.indexOf(symbol) !== index || !kept.some((one) => one.symbol === symbol),
  );
  if (lost.length === 0) return;
  throw brokenPlan({
    place: { file: lab.planFile },
    cause: `Build ${built.build.id} holds several images of one name, and only the last can be extracted.`,
    expected: 'the machine code of every kernel in one image',
    found: `lost or there twice: ${[...new Set(lost)].join(', ')}`,
    remedy: 'Make a program of each source that has kernels, or include the sources in one.',
  });
}

/**
 * Disassembles the executable of a build: the machine code inside it is extracted, listed by nvdisasm with source
 * lines, and compared with what cuobjdump lists from the executable itself. Gives a listing of every planned kernel.
 */
export async function disassemble(lab: Lab, built: BuiltProgram, effects: Effects): Promise<Disassembly> {
  const { kernels } = built.program;
  if (built.executable === null || kernels.length === 0) return { listings: [] };
  const folder = `${buildFolder(lab)}/${built.program.id}.${built.target}.elf`;
  await effects.emptyFolder(folder);
  const run = (argv: string[], cwd = effects.root): Promise<ExecResult> =>
    effects.exec(argv, { cwd, timeoutSeconds: TIMEOUT_SECONDS, limitBytes: LIMIT });

  const extracted = await run(
    ['cuobjdump', '-xelf', 'all', `../${built.program.id}.${built.target}`],
    `${effects.root}/${folder}`,
  );
  const notExtracted = failure('cuobjdump', extracted, effects);
  if (notExtracted !== null) return { missing: notExtracted };
  const cubins = (await effects.listFolder(folder)).filter((name) => name.endsWith('.cubin'));
  if (cubins.length === 0) return { missing: 'the executable holds no machine code' };

  // A program of several sources has an image for each, and one of the device linker's.
  const functions: DisassembledFunction[] = [];
  for (const cubin of cubins) {
    const listed = await run(['nvdisasm', '-c', '-gi', '-hex', `${folder}/${cubin}`]);
    const notListed = failure('nvdisasm', listed, effects);
    if (notListed !== null) return { missing: notListed };
    functions.push(...parseNvdisasm(listed.stdout.text));
  }
  const dumped = await run(['cuobjdump', '-sass', built.executable]);
  const notDumped = failure('cuobjdump', dumped, effects);

  const others = notDumped === null ? parseCuobjdumpSass(dumped.stdout.text) : [];
  // One image of the program's and one of the device linker's can be told apart without a list of what they hold.
  const images = parseElfList(extracted.stdout.text).length;
  if (notDumped === null) refuseLostCode(functions, others, built, lab);
  else if (images > 2) return { missing: `${notDumped}; ${String(images)} images of one name cannot be told apart` };
  return {
    listings: kernels.map((planned) => {
      const { name } = planned;
      const found = functionOf(planned, functions, lab);
      const other = others.find((one) => one.symbol === found.symbol);
      return {
        build: built.build.id,
        program: built.program.id,
        target: built.target,
        kernel: name,
        symbol: found.symbol,
        demangled: null,
        places: found.places.map((place) => statedPlace(place, effects.root)),
        instructions: withControl(built.target, found.instructions),
        padding: found.padding,
        crossCheck:
          other === undefined
            ? { verdict: 'not-compared', reason: notDumped ?? 'cuobjdump lists no such function' }
            : crossCheck(found, other, ['nvdisasm', 'cuobjdump']),
      };
    }),
  };
}
