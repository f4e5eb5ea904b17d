import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a Node program. If it fails, prints its output and exits. */
export function run(args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', ...env },
  });
  if (status === 0) return;
  console.error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
  process.exit(1);
}
