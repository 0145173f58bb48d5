import { gateFailed } from '../../src/schema/check.ts';
import { EVIDENCE_FORMAT, MEASURING_METHOD, type Evidence } from '../../src/schema/evidence.ts';
import { failures } from '../../src/schema/failures.ts';
import { buildLab } from './build-lab.ts';
import { nameSymbols } from './demangle.ts';
import { describeDevice, probeDevice, readState, slugOf } from './device.ts';
import { disassembleLab, isKept } from './disassemble-lab.ts';
import type { Effects } from './effects.ts';
import { readGit } from './git.ts';
import {
  gatherVectors,
  judgeComparisons,
  judgeInstructionCounts,
  judgeMeasurements,
  judgeReportedChecks,
} from './judge.ts';
import { digestPlanned, inputsOf, refuseChangedInputs } from './inputs.ts';
import type { Lab } from './lab.ts';
import { progressOf } from './progress.ts';
import { runLab } from './run-lab.ts';
import { serializeEvidence } from './serialize.ts';
import { listTargets, refuseUnknownTargets } from './targets.ts';
import { readToolchain } from './toolchain.ts';

export interface Verified {
  lab: string;
  file: string;
  evidence: Omit<Evidence, 'digest'>;
  failures: string[];
}

export interface ToolIdentity {
  /** When this run of the tool began: ISO time to the millisecond. */
  session: string;
  version: string;
  argv: readonly string[];
}

/**
 * Verifies one lab: builds, runs, measures, disassembles, judges, and only then writes one evidence file. Throws Stop
 * when there is nothing to write: no device, a broken toolchain, a plan that does not fit its programs.
 */
export async function verifyLab(lab: Lab, tool: ToolIdentity, effects: Effects): Promise<Verified> {
  const progress = progressOf(effects);
  const startedAt = effects.now();
  effects.log(lab.name);
  const report = await progress.step(
    'find a device',
    () => probeDevice(effects),
    (found) => found.name,
  );
  const toolchain = await readToolchain(effects);
  const listed = await listTargets(effects);
  refuseUnknownTargets(lab, listed);
  const planned = await digestPlanned(lab, effects);
  const builds = await buildLab(lab, report.computeCapability, listed, effects, progress);
  const inputs = await inputsOf(lab, builds, planned, startedAt, effects);
  const stateBefore = await readState(report, effects);
  const ran = await runLab(lab, builds, report.computeCapability, effects, progress);
  const stateAfter = await readState(report, effects);
  const listings = await disassembleLab(lab, builds, effects, progress);
  const named = await nameSymbols(
    builds.map((one) => one.build),
    { ...listings, listings: listings.listings.filter((one) => isKept(lab, one)) },
    effects,
  );
  const measurements = judgeMeasurements(lab, ran);
  const counted = builds
    .filter((one) => one.form === 'plain' && one.executable !== null)
    .map(({ build, target }) => ({ program: build.program, target }));
  const body = {
    ...named,
    runs: ran.map((one) => one.run),
    checks: [...judgeReportedChecks(lab, ran), ...judgeInstructionCounts(lab.plan, counted, listings.listings)],
    sanitizers: [],
  };
  const failed = failures(body);
  const deviceSlug = slugOf(report.name);
  const evidence: Omit<Evidence, 'digest'> = {
    format: { name: 'lockstep-evidence', version: EVIDENCE_FORMAT },
    origin: { kind: 'verified' },
    lab: lab.name,
    deviceSlug,
    method: { version: MEASURING_METHOD },
    verdict: failed.length === 0 ? 'passed' : 'failed',
    inputs,
    device: await describeDevice(report, effects),
    toolchain,
    ...body,
    measurements,
    comparisons: judgeComparisons(lab.plan, measurements),
    profiles: [],
    vectors: gatherVectors(lab, ran),
    models: [],
    capture: {
      at: new Date(startedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
      session: tool.session,
      tool: { name: 'lockstep', version: tool.version },
      argv: [...tool.argv],
      git: await readGit(effects),
      stateBefore,
      stateAfter,
      seconds: Object.fromEntries([
        ...builds.map((one) => [`build ${one.build.id}`, one.seconds] as const),
        ...ran.map((one) => [`run ${one.run.id}`, one.seconds] as const),
      ]),
    },
  };
  await refuseChangedInputs(lab, inputs, effects);
  const file = `${lab.folder}/evidence/${deviceSlug}.json`;
  await effects.replaceFile(file, serializeEvidence(evidence));
  return { lab: lab.name, file, evidence, failures: failed };
}

/** How many gates hold, for the table at the end. */
export function countGates(evidence: Pick<Evidence, 'checks'>): { held: number; all: number } {
  const gates = evidence.checks.filter((one) => one.kind === 'gate');
  return { held: gates.filter((one) => !gateFailed(one)).length, all: gates.length };
}
