import type { BuiltProgram } from './build-program.ts';
import { buildFor, controlFor, isControl, type Controls, type Machine } from './controls.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import type { Progress } from './progress.ts';
import { describeSanitized, runSanitizer, withVerdict, type Sanitized } from './run-sanitizer.ts';

/** Whether a result means something only beside a control: a tool that judged, and found nothing. */
function needsControl({ planned, sanitizer: { ended, findings } }: Sanitized): boolean {
  const judged = ended.kind !== 'not-started' && ended.kind !== 'skipped';
  return judged && !isControl(planned) && findings.length === 0;
}

/**
 * Runs every planned sanitizer, one after the other, and puts beside a clean or silent one the control that shows
 * whether its tool can fire in this session.
 */
export async function sanitizeLab(
  lab: Lab,
  builds: readonly BuiltProgram[],
  machine: Machine,
  session: { id: string; controls: Controls },
  effects: Effects,
  progress: Progress,
): Promise<Sanitized[]> {
  const sanitized: Sanitized[] = [];
  for (const planned of lab.plan.sanitizers) {
    const built = buildFor(builds, planned, machine.capability, lab);
    const run = (): Promise<Sanitized> => runSanitizer(lab, planned, built, effects);
    sanitized.push(await progress.step(`sanitize ${planned.id}`, run, describeSanitized));
  }
  session.controls.remember(lab, sanitized);
  const needed = sanitized.filter(needsControl).map(({ planned }) => planned);
  const controls = await session.controls.find(lab, needed, machine, effects, progress);
  return sanitized.map((one) => {
    if (isControl(one.planned)) return one;
    const { verdict: _, ...sanitizer } = one.sanitizer;
    return { ...one, sanitizer: withVerdict({ ...sanitizer, control: controlFor(one.planned, controls, session.id) }) };
  });
}
