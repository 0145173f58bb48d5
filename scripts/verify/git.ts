import type { Capture } from '../../src/schema/evidence.ts';
import type { Effects } from './effects.ts';

/** The commit that is checked out, and whether the working tree differs from it. */
export async function readGit(effects: Effects): Promise<Capture['git']> {
  const options = { cwd: effects.root, timeoutSeconds: 30, limitBytes: 1 << 20 };
  const head = await effects.exec(['git', 'rev-parse', 'HEAD'], options);
  if (head.ended.kind !== 'exited' || head.ended.code !== 0) {
    return {
      status: 'unknown',
      reason: head.ended.kind === 'not-started' ? 'git is not installed' : 'not a git checkout',
    };
  }
  const changes = await effects.exec(['git', 'status', '--porcelain', '--', 'code'], options);
  return { status: 'known', commit: head.stdout.text.trim(), dirty: changes.stdout.text.trim() !== '' };
}
