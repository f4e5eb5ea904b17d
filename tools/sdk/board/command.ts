import { execFile } from 'node:child_process';
import { CheckFailure } from './board';

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Killed after that; 120 s when not given. */
  readonly patienceMs?: number;
}

/** How a command ended; -1 when it was killed or could not be started. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, whatever that is. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<Ended> {
  const { cwd, env = process.env, patienceMs = 120_000 } = options;
  return new Promise((resolve) => {
    const settings = { cwd, env, timeout: patienceMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 ** 2 } as const;
    const child = execFile(command, args, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      const why = error !== null && code === -1 ? `${error.killed ? 'took too long' : error.message}\n` : '';
      resolve({ code, stdout, stderr: stderr + why });
    });
    child.stdin?.end();
  });
}

/**
 * Runs a program that must succeed.
 *
 * @returns what it printed.
 * @throws {CheckFailure} with the end of what it said.
 */
export async function mustRun(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
  const { code, stdout, stderr } = await runCommand(command, args, options);
  if (code === 0) return stdout;
  throw new CheckFailure(`${stdout}\n${stderr}`.trim().slice(-4_096) || `ended with code ${code}`);
}

/** As {@link mustRun}, for a program of Node's. */
export const mustRunNode = (args: readonly string[], options: CommandOptions): Promise<string> =>
  mustRun(process.execPath, args, options);
