import { z } from 'zod';
import { sha256OfBytes } from '../../src/node/digest.ts';
import type { DeviceState, Gpu } from '../../src/schema/device.ts';
import { deviceReport, type DeviceReport } from '../../src/schema/report.ts';
import type { Tool } from '../../src/schema/toolchain.ts';
import type { Effects } from './effects.ts';
import { asJson } from './as-json.ts';
import { describeEnd, endedWell } from './ended.ts';
import { PROBE_SOURCE } from './probe-source.ts';
import { EXIT, Stop } from './stop.ts';
import { parseSettings, parseState, SETTINGS_FIELDS, STATE_FIELDS } from './tools/nvidia-smi.ts';

const LIMIT = 64 << 10;
const FOLDER = 'build/verify/probe';
const TIMEOUT_SECONDS = 120;

/** The product name in lower case, its words joined by hyphens: the device's name in file names. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function compileFailed(found: string): Stop {
  return new Stop(EXIT.brokenPlanOrToolchain, {
    place: { file: 'nvcc' },
    cause: 'The CUDA compiler does not work, so nothing can be verified.',
    expected: 'nvcc on the PATH that compiles a small program',
    found,
    remedy: 'Install the CUDA toolkit, or put its bin folder on the PATH, and see that `nvcc --version` answers.',
  });
}

const refused = z.object({ error: z.object({ code: z.int(), name: z.string(), text: z.string() }) });

/** What the probe says when the CUDA runtime refuses it: the error by name and number, in the runtime's words. */
function probeError(line: string): string | null {
  const said = refused.safeParse(asJson(line));
  if (!said.success) return null;
  const { code, name, text } = said.data.error;
  return `${name} (${String(code)}): ${text}`;
}

/** The runtime says this of a driver that is older than the toolkit, and where there is no driver at all. */
const INSUFFICIENT_DRIVER = /^cudaErrorInsufficientDriver\b/;

function noDevice(found: string): Stop {
  return new Stop(EXIT.noDevice, {
    place: { file: 'this machine' },
    cause: 'No CUDA device was reached. The programs compile here; compiled is not verified, so nothing is recorded.',
    expected: 'an NVIDIA GPU with a driver for this toolkit',
    found,
    remedy: INSUFFICIENT_DRIVER.test(found)
      ? 'Install a driver for this toolkit, or a toolkit as old as the driver: `nvidia-smi` names the newest CUDA it knows.\n' +
        'Where there is no GPU, run this on a machine that has one.'
      : 'Run this on a machine with an NVIDIA GPU. `nvidia-smi` shows whether the driver sees one.',
  });
}

const PROGRAM = `${FOLDER}/probe`;
/** Says of which source, by which compiler, and with which bytes the program that lies there was made. */
const STAMP = `${FOLDER}/stamp.json`;

/** The stamp of the program that lies there; null when there is none. */
async function stampOf(compiler: Tool, effects: Effects): Promise<string | null> {
  const program = await effects.readFile(PROGRAM);
  if (program === null) return null;
  const source = sha256OfBytes(new TextEncoder().encode(PROBE_SOURCE));
  return JSON.stringify({ compiler, source, program: sha256OfBytes(program) });
}

/** The program takes longer to compile than everything else that is asked of a machine where nothing has changed. */
async function isCompiled(compiler: Tool, effects: Effects): Promise<boolean> {
  if (compiler.status !== 'found') return false;
  const stamp = await effects.readFile(STAMP);
  return stamp !== null && new TextDecoder().decode(stamp) === (await stampOf(compiler, effects));
}

/**
 * Compiles a small program that asks what device it reaches, unless this compiler has compiled it already and the
 * program lies there as it was made. Throws Stop for a compiler that cannot.
 */
export async function compileProbe(compiler: Tool, effects: Effects): Promise<void> {
  if (await isCompiled(compiler, effects)) return;
  await effects.emptyFolder(FOLDER);
  await effects.writeFile(`${FOLDER}/probe.cu`, PROBE_SOURCE);
  const options = { cwd: effects.root, timeoutSeconds: TIMEOUT_SECONDS, limitBytes: LIMIT };
  const compiled = await effects.exec(['nvcc', '-o', PROGRAM, `${FOLDER}/probe.cu`], options);
  if (compiled.ended.kind === 'not-started') throw compileFailed(compiled.ended.reason);
  if (!endedWell(compiled.ended)) {
    throw compileFailed(compiled.stderr.text.trim() || compiled.stdout.text.trim() || compiled.ended.kind);
  }
  const stamp = await stampOf(compiler, effects);
  if (stamp !== null) await effects.writeFile(STAMP, stamp);
}

/** Runs the compiled probe. Throws Stop when it reaches no device. */
export async function probeDevice(effects: Effects): Promise<DeviceReport> {
  const options = { cwd: effects.root, timeoutSeconds: TIMEOUT_SECONDS, limitBytes: LIMIT };
  const ran = await effects.exec([PROGRAM], options);
  const line = ran.stdout.text.trim();
  const report = deviceReport.safeParse(asJson(line));
  if (endedWell(ran.ended) && report.success) return report.data;
  throw noDevice(probeError(line) ?? (line || ran.stderr.text.trim() || describeEnd(ran.ended)));
}

async function query(fields: readonly string[], pciBusId: string, effects: Effects): Promise<string | null> {
  const ran = await effects.exec(['nvidia-smi', `--query-gpu=${fields.join(',')}`, '--format=csv', '-i', pciBusId], {
    cwd: effects.root,
    timeoutSeconds: 30,
    limitBytes: LIMIT,
  });
  return endedWell(ran.ended) ? ran.stdout.text : null;
}

/** The device as evidence names it: what the runtime said, and what only the driver's own tool knows. */
export async function describeDevice(report: DeviceReport, effects: Effects): Promise<Gpu> {
  const csv = await query(SETTINGS_FIELDS, report.pciBusId, effects);
  const settings =
    csv === null ? { driver: 'unknown', ecc: 'unknown' as const, mig: 'unknown' as const } : parseSettings(csv);
  const { pciBusId: _, ...named } = report;
  return { kind: 'gpu', vendor: 'nvidia', ...named, ...settings };
}

/** Clocks, power, temperature and throttle reasons now, or why they cannot be read. */
export async function readState(report: DeviceReport, effects: Effects): Promise<DeviceState> {
  const csv = await query(STATE_FIELDS, report.pciBusId, effects);
  return csv === null ? { status: 'unavailable', reason: 'nvidia-smi did not answer' } : parseState(csv);
}
