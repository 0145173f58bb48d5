import type { Capture } from '../../src/schema/evidence.ts';
import type { Effects } from './effects.ts';
import { endedWell } from './ended.ts';

/** The commit that is checked out, and whether the working tree differs from it: both are known, or neither. */
export async function readGit(effects: Effects): Promise<Capture['git']> {
  const options = { cwd: effects.root, timeoutSeconds: 30, limitBytes: 1 << 20 };
  const head = await effects.exec(['git', 'rev-parse', 'HEAD'], options);
  if (!endedWell(head.ended)) {
    return {
      status: 'unknown',
      reason: head.ended.kind === 'not-started' ? 'git is not installed' : 'not a git checkout',
    };
  }
  const changes = await effects.exec(['git', 'status', '--porcelain', '--', 'code'], options);
  if (!endedWell(changes.ended)) return { status: 'unknown', reason: 'git does not say what has changed' };
  return { status: 'known', commit: head.stdout.text.trim(), dirty: changes.stdout.text.trim() !== '' };
}
