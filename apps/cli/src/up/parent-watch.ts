import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isAlive } from './is-alive';

const LOOK_EVERY_MS = 500;

/** A process as the system shows it. */
export interface ShownProcess {
  /** Process id of its parent. */
  readonly parent: number;
  /** Program and arguments, separated by spaces. */
  readonly command: string;
}

/**
 * Calls back when one of the processes that started this one is gone. For programs
 * that npm starts: it puts a shell between, and a SIGTERM to npm ends the shell
 * alone, a SIGKILL npm alone. Other starters may leave this process behind on
 * purpose (nohup, a daemon's start), so of them only the direct parent counts.
 *
 * Does not keep the process from ending.
 *
 * @param parent - the parent's process id, now.
 * @param npm - process id of npm behind the shell that is the parent; null for no other.
 */
export function watchParent(
  parent: () => number,
  npm: number | null,
  gone: () => void,
  lookEveryMs: number = LOOK_EVERY_MS,
): void {
  const first = parent();
  const timer = setInterval(() => {
    if (parent() === first && (npm === null || isAlive(npm))) return;
    clearInterval(timer);
    gone();
  }, lookEveryMs);
  timer.unref();
}

/** A shell that runs one command of ours, as npm starts it: `sh -c node apps/cli/bin/droptrack.cjs up`. */
const NPM_SHELL = /^\S+ (\S+ )*-c .*droptrack/s;

/**
 * Process id of the npm behind the shell that started this process.
 *
 * @param parentPid - of this process.
 * @returns null where the parent is no such shell (a shell that hands over to its command leaves npm as the parent), or
 *   the system does not show it.
 */
export async function npmBehind(
  parentPid: number,
  show: (pid: number) => Promise<ShownProcess | null> = showProcess,
): Promise<number | null> {
  const shell = await show(parentPid);
  return shell !== null && shell.parent > 1 && NPM_SHELL.test(shell.command) ? shell.parent : null;
}

/** Looks in /proc, which containers have, then asks `ps`, which other systems have; null where there is neither. */
export async function showProcess(pid: number): Promise<ShownProcess | null> {
  try {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    );
    // The name in parentheses may hold spaces and parentheses; the state and the parent follow it.
    const [, parent] = /^.*\) \S (\d+) /s.exec(stat ?? '') ?? [];
    return { parent: Number(parent ?? 0), command: (command ?? '').replaceAll('\0', ' ').trim() };
  } catch {
    return askPs(pid);
  }
}

async function askPs(pid: number): Promise<ShownProcess | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=,args=', '-p', String(pid)]);
    const [, parent, command] = /^\s*(\d+)\s+(.*)$/s.exec(stdout) ?? [];
    return parent === undefined ? null : { parent: Number(parent), command: (command ?? '').trim() };
  } catch {
    return null;
  }
}
