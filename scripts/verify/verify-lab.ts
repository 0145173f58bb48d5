import { EVIDENCE_FORMAT, MEASURING_METHOD, type Evidence } from '../../src/schema/evidence.ts';
import { failures } from '../../src/schema/failures.ts';
import { buildLab } from './build-lab.ts';
import { nameSymbols } from './demangle.ts';
import { readState, slugOf } from './device.ts';
import { disassembleLab, keptOf } from './disassemble-lab.ts';
import type { Effects } from './effects.ts';
import { readEquipment, type Equipment } from './equipment.ts';
import { readGit } from './git.ts';
import {
  gatherVectors,
  judgeComparisons,
  judgeInstructionCounts,
  judgeMeasurements,
  judgeReportedChecks,
} from './judge.ts';
import { compiledPrograms, judgeSassGates, plannedPrograms, readSassGates } from './judge-sass.ts';
import { digestPlanned, inputsOf, joinInputs, refuseChangedInputs } from './inputs.ts';
import type { Lab } from './lab.ts';
import { reducedTo } from './only.ts';
import { modelLab } from './run-models.ts';
import { profileLab } from './run-profiles.ts';
import { progressOf, type Progress } from './progress.ts';
import { runLab } from './run-lab.ts';
import { transcribeLab } from './run-transcripts.ts';
import { sanitizeLab } from './sanitize-lab.ts';
import { serializeEvidence } from '../lib/evidence/serialize.ts';
import type { Session } from './session.ts';
import { listTargets, refuseUnknownTargets } from './targets.ts';
import { isUnchanged, presentEvidence } from './unchanged.ts';
import { signPresent, writeEvidence, type Signed } from './write-evidence.ts';

export interface Verified {
  lab: string;
  file: string;
  evidence: Omit<Evidence, 'digest'>;
  /** The present evidence holds, and nothing was done. */
  unchanged: boolean;
  /** The parts that were tried, for which nothing is written; null for a whole verification. */
  only: readonly string[] | null;
  signed: Signed;
  failures: string[];
}

export interface ToolIdentity {
  version: string;
  argv: readonly string[];
}

export interface VerifyLabOptions {
  /** Verify also what has not changed since the present evidence. */
  force: boolean;
  /** Only these parts, as `only.ts` reads them; nothing is written then. */
  only: readonly string[] | null;
  /** Sign the evidence with this SSH key. */
  sign: string | null;
}

/** The device and the tools. Between labs where nothing was done they are as they were a moment ago. */
async function findEquipment(session: Session, effects: Effects, progress: Progress): Promise<Equipment> {
  if (session.equipment !== null) return session.equipment;
  const ask = (): Promise<Equipment> => readEquipment(session.toolchain, effects);
  const equipment = await progress.step('find a device', ask, ({ report }) => report.name);
  session.equipment = equipment;
  session.toolchain = equipment.toolchain;
  return equipment;
}

/**
 * Verifies one lab: builds, runs, measures, disassembles, judges, and only then writes one evidence file. Throws Stop
 * when there is nothing to write: no device, a broken toolchain, a plan that does not fit its programs. Does nothing for
 * a lab whose evidence passed and would come out the same.
 */
export async function verifyLab(
  whole: Lab,
  tool: ToolIdentity,
  session: Session,
  options: VerifyLabOptions,
  effects: Effects,
): Promise<Verified> {
  const progress = progressOf(effects);
  const startedAt = effects.now();
  effects.log(whole.name);
  const { report, device, toolchain } = await findEquipment(session, effects, progress);
  const deviceSlug = slugOf(report.name);
  const { only } = options;
  const lab = only === null ? whole : reducedTo(whole, only, report.computeCapability);
  const file = `${lab.folder}/evidence/${deviceSlug}.json`;
  const present = options.force || only !== null ? null : await presentEvidence(file, effects);
  if (present !== null) {
    const { evidence, bytes } = present;
    const compare = (): Promise<boolean> => isUnchanged(evidence, device, toolchain, effects);
    const isSame = await progress.step('compare with its evidence', compare, (same) =>
      same ? 'unchanged' : 'changed',
    );
    if (isSame) {
      const signed = await signPresent(file, bytes, options.sign, effects);
      return { lab: lab.name, file, evidence, unchanged: true, only, signed, failures: [] };
    }
  }
  session.equipment = null;
  const listed = (session.listed ??= await listTargets(effects));
  refuseUnknownTargets(lab, listed);
  const planned = await digestPlanned(lab, effects);
  // A check that cannot be read is said before anything is compiled; those in headers follow when these are known.
  await readSassGates(lab, plannedPrograms(lab), planned, effects);
  const builds = await buildLab(lab, report.computeCapability, listed, effects, progress);
  const own = await inputsOf(lab, builds, planned, startedAt, effects);
  session.controls.keep(lab, own);
  const gates = await readSassGates(lab, compiledPrograms(lab, builds), own, effects);
  const stateBefore = await readState(report, effects);
  const ran = await runLab(lab, builds, report.computeCapability, effects, progress);
  const stateAfter = await readState(report, effects);
  const machine = { capability: report.computeCapability, listed };
  const sanitized = await sanitizeLab(lab, builds, machine, session, effects, progress);
  const inputs = joinInputs(own, await session.controls.inputs(lab, effects));
  const transcripts = await transcribeLab(lab, effects, progress);
  const vectors = gatherVectors(lab, ran);
  const modelled = await modelLab(
    lab,
    { builds, capability: report.computeCapability },
    vectors,
    inputs,
    effects,
    progress,
  );
  const profiled = await profileLab(lab, builds, report.computeCapability, effects, progress);
  const isListed = only === null || only.includes('sass');
  const listings = await disassembleLab(lab, isListed ? builds : [], effects, progress);
  const named = await nameSymbols(
    builds.map((one) => one.build),
    keptOf(lab, listings),
    effects,
  );
  const measurements = judgeMeasurements(lab, ran);
  const counted = builds
    .filter((one) => isListed && one.form === 'plain' && one.executable !== null)
    .map(({ build, target }) => ({ program: build.program, target }));
  const body = {
    ...named,
    runs: [...ran, ...transcripts, ...profiled].map((one) => one.run),
    checks: [
      ...judgeReportedChecks(lab, ran),
      ...judgeInstructionCounts(lab.plan, counted, listings.listings),
      ...judgeSassGates(isListed ? gates : [], builds, listings.listings),
    ],
    comparisons: judgeComparisons(lab.plan, measurements),
    sanitizers: sanitized.map((one) => one.sanitizer),
  };
  const failed = failures({ ...body, deviceSlug });
  const evidence: Omit<Evidence, 'digest'> = {
    format: { name: 'lockstep-evidence', version: EVIDENCE_FORMAT },
    origin: { kind: 'verified' },
    lab: lab.name,
    deviceSlug,
    method: { version: MEASURING_METHOD },
    verdict: failed.length === 0 ? 'passed' : 'failed',
    inputs,
    device,
    toolchain,
    ...body,
    measurements,
    profiles: profiled.map((one) => one.profile),
    vectors,
    models: modelled.flatMap((one) => one.comparisons),
    capture: {
      at: new Date(startedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
      session: session.id,
      tool: { name: 'lockstep', version: tool.version },
      argv: [...tool.argv],
      git: await readGit(effects),
      stateBefore,
      stateAfter,
      seconds: Object.fromEntries([
        ...builds.map((one) => [`build ${one.build.id}`, one.seconds] as const),
        ...ran.map((one) => [`run ${one.run.id}`, one.seconds] as const),
        ...sanitized.map((one) => [`sanitize ${one.sanitizer.id}`, one.seconds] as const),
        ...transcripts.map((one) => [`transcript ${one.run.id}`, one.seconds] as const),
        ...modelled.map((one) => [`model ${one.id}`, one.seconds] as const),
        ...profiled.map((one) => [`profile ${one.run.id}`, one.seconds] as const),
      ]),
    },
  };
  await refuseChangedInputs(lab, inputs, effects);
  const verified = { lab: lab.name, file, evidence, unchanged: false, only, failures: failed };
  if (only !== null) return { ...verified, signed: null };
  return { ...verified, signed: await writeEvidence(file, serializeEvidence(evidence), options.sign, effects) };
}
