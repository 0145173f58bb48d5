import { gateFailed } from '../../src/schema/check.ts';
import { EVIDENCE_FORMAT, MEASURING_METHOD, type Evidence } from '../../src/schema/evidence.ts';
import { failures } from '../../src/schema/failures.ts';
import type { Ended } from '../../src/schema/outcome.ts';
import type { Listing, Sass } from '../../src/schema/sass.ts';
import { buildFolder, buildProgram, dependencies, type BuiltProgram } from './build-program.ts';
import { describeDevice, probeDevice, readState, slugOf } from './device.ts';
import { disassemble } from './disassemble.ts';
import type { Effects } from './effects.ts';
import { readGit } from './git.ts';
import {
  gatherVectors,
  judgeComparisons,
  judgeInstructionCounts,
  judgeMeasurements,
  judgeReportedChecks,
} from './judge.ts';
import { digestInputs, type Lab } from './lab.ts';
import { mapLimited, progressOf, type Progress } from './progress.ts';
import { runProgram, type RanProgram } from './run-program.ts';
import { serializeEvidence } from './serialize.ts';
import { brokenPlan } from './stop.ts';
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

function describeEnd(ended: Ended): string {
  switch (ended.kind) {
    case 'exited':
      return `exited ${String(ended.code)}`;
    case 'signalled':
      return `ended by ${ended.signal}`;
    case 'timed-out':
      return `stopped after ${String(ended.afterSeconds)} s`;
    case 'not-started':
    case 'skipped':
      return ended.reason;
  }
}

/** The build whose machine code this device runs: of its own generation, and not newer than it. */
function buildForDevice(builds: readonly BuiltProgram[], program: string, capability: string, lab: Lab): BuiltProgram {
  const [major = 0, minor = 0] = capability.split('.').map(Number);
  const versionOf = (target: string): number => Number(/\d+/.exec(target)?.[0]);
  const fitting = builds
    .filter((one) => one.build.program === program && one.executable !== null)
    .filter(({ target }) => Math.floor(versionOf(target) / 10) === major && versionOf(target) % 10 <= minor)
    .sort((a, b) => versionOf(b.target) - versionOf(a.target));
  const [best] = fitting;
  if (best !== undefined) return best;
  throw brokenPlan({
    place: { file: lab.planFile },
    cause: `No build of program "${program}" runs on this device.`,
    expected: `a working build for compute capability ${capability}`,
    found: builds
      .filter((one) => one.build.program === program)
      .map((one) => `${one.target}: ${one.build.result.status}`)
      .join(', '),
    remedy: `Add sm_${capability.replace('.', '')} to the program's targets, or mend the build.`,
  });
}

async function buildAll(lab: Lab, effects: Effects, progress: Progress): Promise<BuiltProgram[]> {
  await effects.emptyFolder(buildFolder(lab));
  const wanted = lab.plan.programs.flatMap((program) => program.targets.map((target) => ({ program, target })));
  return mapLimited(wanted, effects.parallel, ({ program, target }) =>
    progress.step(
      `build ${program.id} for ${target}`,
      () => buildProgram(lab, program, target, effects),
      ({ build }) => build.result.status,
    ),
  );
}

async function inputsOf(lab: Lab, effects: Effects): Promise<Evidence['inputs']> {
  const files = await Promise.all(
    lab.plan.programs.map(
      async (program) =>
        (await dependencies(lab, program, effects)) ?? program.sources.map((source) => `${lab.folder}/${source}`),
    ),
  );
  return digestInputs(lab, files.flat(), effects);
}

async function runAll(
  lab: Lab,
  builds: readonly BuiltProgram[],
  capability: string,
  effects: Effects,
  progress: Progress,
): Promise<RanProgram[]> {
  const ran: RanProgram[] = [];
  // One after the other: two programs on one device would measure each other.
  for (const planned of lab.plan.runs) {
    const built = buildForDevice(builds, planned.program, capability, lab);
    ran.push(
      await progress.step(
        `run ${planned.id}`,
        () => runProgram(lab, planned, built, effects),
        ({ run }) =>
          run.cudaError === null ? describeEnd(run.ended) : `${describeEnd(run.ended)}, ${run.cudaError.name}`,
      ),
    );
  }
  return ran;
}

async function disassembleAll(
  lab: Lab,
  builds: readonly BuiltProgram[],
  effects: Effects,
  progress: Progress,
): Promise<Sass> {
  const sass: Sass = { listings: [], missing: [] };
  const done = await mapLimited(
    builds.filter((one) => one.executable !== null),
    effects.parallel,
    async (built) => ({
      built,
      result: await progress.step(
        `disassemble ${built.build.id}`,
        () => disassemble(lab, built, effects),
        (result) => ('missing' in result ? result.missing : `${String(result.listings.length)} kernels`),
      ),
    }),
  );
  for (const { built, result } of done) {
    if ('missing' in result)
      sass.missing.push({ program: built.program.id, target: built.target, reason: result.missing });
    else sass.listings.push(...result.listings);
  }
  for (const { build, target } of builds.filter((one) => one.executable === null)) {
    sass.missing.push({ program: build.program, target, reason: `the build is ${build.result.status}` });
  }
  return sass;
}

/**
 * Verifies one lab: builds, runs, measures, disassembles, judges, and only then writes one evidence file. Throws Stop
 * when there is nothing to write: no device, a broken toolchain, a plan that does not fit its programs.
 */
export async function verifyLab(lab: Lab, tool: ToolIdentity, effects: Effects): Promise<Verified> {
  const progress = progressOf(effects);
  const at = new Date(effects.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  effects.log(lab.name);
  const report = await progress.step(
    'find a device',
    () => probeDevice(effects),
    (found) => found.name,
  );
  const toolchain = await readToolchain(effects);
  const inputs = await inputsOf(lab, effects);
  const builds = await buildAll(lab, effects, progress);
  const stateBefore = await readState(report, effects);
  const ran = await runAll(lab, builds, report.computeCapability, effects, progress);
  const stateAfter = await readState(report, effects);
  const sass = await disassembleAll(lab, builds, effects, progress);
  const measurements = judgeMeasurements(lab, ran);
  const built = builds
    .filter((one) => one.executable !== null)
    .map(({ build, target }) => ({ program: build.program, target }));
  const kept = { ...sass, listings: sass.listings.filter((one) => isKept(lab, one)) };

  const body = {
    builds: builds.map((one) => one.build),
    runs: ran.map((one) => one.run),
    sass: kept,
    checks: [...judgeReportedChecks(lab, ran), ...judgeInstructionCounts(lab.plan, built, sass.listings)],
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
      at,
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

/** Whether the plan wants the machine code of this kernel in the evidence, and not only what is counted in it. */
function isKept(lab: Lab, { program, kernel }: Listing): boolean {
  const planned = lab.plan.programs.find((one) => one.id === program);
  return planned?.kernels.some((one) => one.name === kernel && one.listing) === true;
}

/** A file edited while it was verified would make evidence of a mixture. */
async function refuseChangedInputs(lab: Lab, before: Evidence['inputs'], effects: Effects): Promise<void> {
  const after = await digestInputs(
    lab,
    before.map((one) => one.path),
    effects,
  );
  const changed = after.filter((one, index) => one.sha256 !== before[index]?.sha256);
  if (changed.length === 0) return;
  throw brokenPlan({
    place: { file: changed[0]?.path ?? lab.planFile },
    cause: 'A file was changed while it was being verified, so the results belong to no one version of it.',
    expected: 'files that stay as they are until the verification ends',
    found: `changed: ${changed.map((one) => one.path).join(', ')}`,
    remedy: `Run: npx lockstep verify ${lab.name}`,
  });
}

/** How many gates hold, for the table at the end. */
export function countGates(evidence: Pick<Evidence, 'checks'>): { held: number; all: number } {
  const gates = evidence.checks.filter((one) => one.kind === 'gate');
  return { held: gates.filter((one) => !gateFailed(one)).length, all: gates.length };
}
