import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Account } from './account';

/**
 * The environment is not passed to the server: it contains secrets, and PG* variables would change the behaviour of the
 * programs. Windows cannot start a program without its system variables, so there it is passed.
 */
const cleanEnvironment = { LC_ALL: 'C', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/**
 * Runs a program to its end and gives its exit code; -1 when a signal ended it.
 *
 * Waits for `exit`, not for the output to close: `pg_ctl start` leaves a server
 * behind that goes on writing to the same file. The working directory is the
 * root, because the account may not be able to enter ours. It is a session of its
 * own: Ctrl-C in a terminal must not cut `initdb` or `pg_ctl` off half-way, as
 * this process then stops the server in order.
 *
 * @param account - whose rights it runs with; null for our own.
 * @param output - an open file descriptor for what it prints.
 * @throws {NodeJS.ErrnoException} when it cannot be started at all (EACCES, ENOENT, EPERM).
 */
export function runProgram(
  file: string,
  args: readonly string[],
  account: Account | null,
  output: number | 'ignore' = 'ignore',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...(process.platform !== 'win32' && { env: cleanEnvironment, cwd: '/' }),
      ...(account !== null && { uid: account.uid, gid: account.gid }),
      stdio: ['ignore', output, output],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? -1));
  });
}

/** True when a program can be started and exits with 0. */
export async function runsWell(file: string, args: readonly string[], account: Account | null): Promise<boolean> {
  return (await runProgram(file, args, account).catch(() => -1)) === 0;
}

/** Reason of a failure in the output of a program of PostgreSQL: the most specific line, without its time and process. */
export function reasonIn(words: string): string {
  const lines = words.match(/(FATAL|PANIC|ERROR|could not).*/g)?.filter((line) => !line.startsWith('could not start'));
  return lines?.at(-1)?.trim() ?? 'it gave no reason';
}
