import { sha256OfBytes } from '../../src/node/digest.ts';
import type { InputFile } from '../../src/schema/evidence.ts';
import type { ModelComparison, Vector } from '../../src/schema/model.ts';
import type { PlannedModel } from '../../src/schema/plan.ts';
import { buildForDevice } from './build-lab.ts';
import type { BuiltProgram } from './build-program.ts';
import { buildFolder } from './compilation.ts';
import { compareVectors } from './compare-vectors.ts';
import type { Effects, ExecResult } from './effects.ts';
import { describeEnd, endedWell } from './ended.ts';
import type { Lab } from './lab.ts';
import { withoutMachine } from './paths.ts';
import type { Progress } from './progress.ts';
import { readReport } from './run-program.ts';

const LIMIT = 8 << 10;

type Result = ModelComparison['result'];
type Reported = Pick<Vector, 'id' | 'type' | 'shape' | 'encoding' | 'data'>;

/** What one model came to, for each vector that it computes. */
export interface Modelled {
  id: string;
  comparisons: ModelComparison[];
  seconds: number;
}

/** The digest of a model: of its one file, or of a line for each as `sha256sum` writes it, in the order of the plan. */
function digestOf(lab: Lab, { sources }: PlannedModel, inputs: readonly InputFile[]): string {
  const digests = sources.map((file) => {
    const path = `${lab.folder}/${file}`;
    return { path, sha256: inputs.find((one) => one.path === path)?.sha256 ?? '' };
  });
  const [first] = digests;
  if (first !== undefined && digests.length === 1) return first.sha256;
  return sha256OfBytes(digests.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''));
}

function failed({ ended, stdout, stderr }: ExecResult, reason: string | null, effects: Effects): Result {
  const words = withoutMachine(`${stdout.text}${stderr.text}`, effects);
  const text = reason === null ? words : `${reason}\n${words}`.trimEnd();
  return { status: 'failed', ended, said: { text, cutBytes: stdout.cutBytes + stderr.cutBytes } };
}

/** What a model said of one vector, compared with what the hardware recorded, or why it cannot be. */
function judge(
  id: string,
  ran: ExecResult,
  reported: readonly Reported[],
  recorded: readonly Vector[],
  effects: Effects,
): Result {
  if (!endedWell(ran.ended)) return failed(ran, null, effects);
  const hardware = recorded.find((one) => one.id === id);
  if (hardware === undefined) return failed(ran, `The hardware recorded no vector "${id}".`, effects);
  const model = reported.find((one) => one.id === id);
  if (model === undefined) return failed(ran, `The model reported no vector "${id}".`, effects);
  const compared = compareVectors(hardware, model);
  return typeof compared === 'string' ? failed(ran, `Not compared: ${compared}.`, effects) : compared;
}

/** How a model is started: by the command of its plan, or as the build of its program that the device runs. */
function commandOf(lab: Lab, planned: PlannedModel, builds: readonly BuiltProgram[], capability: string): string[] {
  if (planned.program === undefined) return planned.command ?? [];
  const { build, executable } = buildForDevice(builds, planned.program, capability, lab);
  if (executable === null) throw new TypeError(`build ${build.id} has no executable to run as a model`);
  return [executable, ...planned.arguments];
}

async function runModel(
  lab: Lab,
  planned: PlannedModel,
  command: string[],
  recorded: readonly Vector[],
  inputs: readonly InputFile[],
  effects: Effects,
): Promise<Modelled> {
  const { id, name, vectors } = planned;
  const reportFile = `${buildFolder(lab)}/${id.replace(/\//g, '-')}.model.report`;
  await effects.writeFile(reportFile, '');
  const ran = await effects.exec(command, {
    cwd: effects.root,
    env: { LOCKSTEP_REPORT: `${effects.root}/${reportFile}` },
    timeoutSeconds: planned.timeoutSeconds,
    limitBytes: LIMIT,
  });
  const { lines } = await readReport(reportFile, effects);
  const reported = lines.flatMap((line): Reported[] =>
    line.type === 'vector' ? [{ ...line, type: line.valueType }] : [],
  );
  const model = { name, command, sha256: digestOf(lab, planned, inputs) };
  const comparisons = vectors.map((vector) => ({
    id: `${id}/${vector}`,
    vector,
    model,
    result: judge(vector, ran, reported, recorded, effects),
  }));
  return { id, comparisons, seconds: ran.seconds };
}

function describeModelled({ comparisons }: Modelled): string {
  const broken = comparisons.find(({ result }) => result.status === 'failed')?.result;
  if (broken?.status === 'failed' && !endedWell(broken.ended)) return describeEnd(broken.ended);
  if (broken?.status === 'failed') return broken.said.text.split('\n')[0] ?? 'not compared';
  const sum = (of: 'compared' | 'differing'): string =>
    String(comparisons.reduce((all, { result }) => all + (result.status === 'compared' ? result[of] : 0), 0));
  return `${sum('differing')} of ${sum('compared')} values differ`;
}

/** Runs every model of a plan and compares what it reports with the vectors that the hardware recorded. */
export async function modelLab(
  lab: Lab,
  { builds, capability }: { builds: readonly BuiltProgram[]; capability: string },
  recorded: readonly Vector[],
  inputs: readonly InputFile[],
  effects: Effects,
  progress: Progress,
): Promise<Modelled[]> {
  const modelled: Modelled[] = [];
  for (const planned of lab.plan.models) {
    const command = commandOf(lab, planned, builds, capability);
    const action = (): Promise<Modelled> => runModel(lab, planned, command, recorded, inputs, effects);
    modelled.push(await progress.step(`model ${planned.id}`, action, describeModelled));
  }
  return modelled;
}
