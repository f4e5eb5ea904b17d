import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** True if a process has this id, even if it belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const PARENT_CHECK_INTERVAL_MS = 500;

/** Entry of a process in the system's process table. */
interface ShownProcess {
  /** Process id of its parent. */
  readonly parent: number;
  /** Program and arguments, separated by spaces. */
  readonly command: string;
}

/**
 * Calls `gone` when a process that started this one has ended. For programs that npm starts through a shell: a SIGTERM
 * to npm ends only the shell, a SIGKILL only npm. Other launchers may leave this process running on purpose (nohup, a
 * daemon), so for them only the direct parent counts.
 *
 * Does not keep the process alive.
 *
 * @param parent - returns the current process id of the parent.
 * @param npm - process id of npm behind the shell that is the parent; null if npm is not involved.
 */
export function watchParent(
  parent: () => number,
  npm: number | null,
  gone: () => void,
  checkIntervalMs: number = PARENT_CHECK_INTERVAL_MS,
): void {
  const first = parent();
  const timer = setInterval(() => {
    if (parent() === first && (npm === null || isAlive(npm))) return;
    clearInterval(timer);
    gone();
  }, checkIntervalMs);
  timer.unref();
}

/** Command of a shell that npm starts: `sh -c node apps/cli/bin/droptrack.cjs up`. */
const NPM_SHELL = /^\S+ (\S+ )*-c .*droptrack/s;

/**
 * Process id of the npm behind the shell that started this process.
 *
 * @param parentPid - parent of this process.
 * @returns null if the parent is no such shell (a shell that replaces itself by its command leaves npm as the parent), or
 *   if the system does not show it.
 */
export async function npmBehind(
  parentPid: number,
  show: (pid: number) => Promise<ShownProcess | null> = showProcess,
): Promise<number | null> {
  const shell = await show(parentPid);
  return shell !== null && shell.parent > 1 && NPM_SHELL.test(shell.command) ? shell.parent : null;
}

/** Process from /proc, which containers have, or from `ps`, which other systems have; null without either. */
export async function showProcess(pid: number): Promise<ShownProcess | null> {
  try {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    );
    // The name may contain spaces and parentheses; the state and the parent follow it.
    const [, parent] = /^.*\) \S (\d+) /s.exec(stat ?? '') ?? [];
    return { parent: Number(parent ?? 0), command: (command ?? '').replaceAll('\0', ' ').trim() };
  } catch {
    return runPs(pid);
  }
}

async function runPs(pid: number): Promise<ShownProcess | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=,args=', '-p', String(pid)]);
    const [, parent, command] = /^\s*(\d+)\s+(.*)$/s.exec(stdout) ?? [];
    return parent === undefined ? null : { parent: Number(parent), command: (command ?? '').trim() };
  } catch {
    return null;
  }
}

const SERVER_CHECK_INTERVAL_MS = 1_000;
/** Failed checks in a row after which the server counts as gone: one that recovers from a crash rewrites its file. */
const MISSES = 3;

/** A watch on the embedded server, which is not a child process and so emits no exit event. */
interface PostgresWatch {
  /** Resolves when the server is gone. */
  readonly gone: Promise<void>;
  end(): void;
}

/** Watches a server by the `postmaster.pid` that PostgreSQL keeps in its data directory while it runs. */
export function watchPostgres(
  dataDirectory: string,
  checkIntervalMs: number = SERVER_CHECK_INTERVAL_MS,
): PostgresWatch {
  let misses = 0;
  let reportGone: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (reportGone = resolve));
  const check = async (): Promise<void> => {
    const file = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => null);
    misses = file !== null && isAlive(Number.parseInt(file, 10)) ? 0 : misses + 1;
    if (misses === MISSES) reportGone();
  };
  const timer = setInterval(() => void check(), checkIntervalMs);
  return { gone, end: () => clearInterval(timer) };
}
