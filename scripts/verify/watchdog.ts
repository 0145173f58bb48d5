import { spawn } from 'node:child_process';

/** Reads lines "+ GROUP" and "- GROUP"; at the end of its input it kills the groups that are left. */
const SCRIPT = `
groups=
while read -r action group; do
  if [ "$action" = + ]; then groups="$groups $group"; else
    rest=
    for one in $groups; do [ "$one" = "$group" ] || rest="$rest $one"; done
    groups=$rest
  fi
done
for one in $groups; do kill -s KILL -- "-$one" 2>/dev/null; done
`;

export interface Watchdog {
  watch: (group: number) => void;
  forget: (group: number) => void;
}

/**
 * A small shell that outlives this process by a moment. It is told which process groups run; when this process is gone,
 * even by SIGKILL, the pipe between them closes and the shell kills what is left. Not covered: a program that left its
 * group (setsid), one that the kernel cannot end because it waits inside a driver, and a machine without `sh`.
 */
export function startWatchdog(): Watchdog {
  const shell = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  const ignore = (): void => undefined;
  shell.on('error', ignore);
  shell.stdin.on('error', ignore);
  shell.unref();
  (shell.stdin as unknown as { unref: () => void }).unref();
  const tell = (line: string): void => {
    if (shell.stdin.writable) shell.stdin.write(`${line}\n`);
  };
  return {
    watch: (group) => {
      tell(`+ ${String(group)}`);
    },
    forget: (group) => {
      tell(`- ${String(group)}`);
    },
  };
}
