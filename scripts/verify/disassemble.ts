import type { Listing, Place } from '../../src/schema/sass.ts';
import { buildFolder, type BuiltProgram } from './build-program.ts';
import type { Effects, ExecResult } from './effects.ts';
import type { Lab } from './lab.ts';
import { statedPath } from './paths.ts';
import { crossCheck } from './tools/cross-check.ts';
import { parseCuobjdumpSass } from './tools/cuobjdump.ts';
import { parseNvdisasm, type DisassembledFunction } from './tools/nvdisasm.ts';
import { kernelNameOf } from './tools/symbols.ts';
import { brokenPlan } from './stop.ts';

const LIMIT = 64 << 20;
const TIMEOUT_SECONDS = 120;

export type Disassembly = { listings: Listing[] } | { missing: string };

function failure(tool: string, { ended, stderr, stdout }: ExecResult): string | null {
  if (ended.kind === 'exited' && ended.code === 0) return null;
  if (ended.kind === 'not-started') return ended.reason;
  const firstLine = `${stderr.text}\n${stdout.text}`.split('\n').find((line) => line.trim() !== '');
  return `${tool} ended ${ended.kind === 'exited' ? `with status ${String(ended.code)}` : ended.kind}: ${firstLine ?? 'it said nothing'}`;
}

function statedPlace(place: Place, root: string): Place {
  return {
    ...place,
    file: statedPath(place.file, root),
    inlinedAt: place.inlinedAt.map((site) => ({ ...site, file: statedPath(site.file, root) })),
  };
}

/** The one function of a program that a planned kernel names. Throws Stop for none or several. */
function functionOf(kernel: string, functions: readonly DisassembledFunction[], lab: Lab): DisassembledFunction {
  const named = functions.filter((one) => kernelNameOf(one.symbol) === kernel);
  const [first] = named;
  if (first !== undefined && named.length === 1) return first;
  throw brokenPlan({
    place: { file: lab.planFile },
    cause: `The plan names a kernel "${kernel}", which must stand for exactly one function.`,
    expected: 'one function of that name in the machine code',
    found: named.length === 0 ? 'none' : named.map((one) => one.symbol).join(', '),
    remedy:
      'Name a kernel as it is written after __global__ void. A template with several instances needs a kernel for each.',
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
  const notExtracted = failure('cuobjdump', extracted);
  if (notExtracted !== null) return { missing: notExtracted };
  const cubins = (await effects.listFolder(folder)).filter((name) => name.endsWith('.cubin'));
  const [cubin] = cubins;
  if (cubin === undefined || cubins.length !== 1) {
    return { missing: `expected one cubin in the executable, found ${String(cubins.length)}` };
  }

  const listed = await run(['nvdisasm', '-c', '-gi', '-hex', `${folder}/${cubin}`]);
  const notListed = failure('nvdisasm', listed);
  if (notListed !== null) return { missing: notListed };
  const dumped = await run(['cuobjdump', '-sass', built.executable]);
  const notDumped = failure('cuobjdump', dumped);

  const functions = parseNvdisasm(listed.stdout.text);
  const others = notDumped === null ? parseCuobjdumpSass(dumped.stdout.text) : [];
  return {
    listings: kernels.map(({ name }) => {
      const found = functionOf(name, functions, lab);
      const other = others.find((one) => one.symbol === found.symbol);
      return {
        build: built.build.id,
        program: built.program.id,
        target: built.target,
        kernel: name,
        symbol: found.symbol,
        demangled: null,
        places: found.places.map((place) => statedPlace(place, effects.root)),
        instructions: found.instructions,
        padding: found.padding,
        crossCheck:
          other === undefined
            ? { verdict: 'not-compared', reason: notDumped ?? 'cuobjdump lists no such function' }
            : crossCheck(found, other, ['nvdisasm', 'cuobjdump']),
      };
    }),
  };
}
