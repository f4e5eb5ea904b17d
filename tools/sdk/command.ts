import { execFile } from 'node:child_process';
import { CheckFailure } from './check-runner';

interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The process is killed after this time; 15 minutes by default, as other work can hold the processor. */
  readonly timeoutMs?: number;
}

/** Exit code and output of a process; the code is -1 when it was killed or could not start. */
interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const TIMEOUT_MS = 15 * 60_000;

/** Runs a program until it exits, successfully or not. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { cwd, env = process.env, timeoutMs = TIMEOUT_MS } = options;
  return new Promise((resolve) => {
    const settings = { cwd, env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 ** 2 } as const;
    const child = execFile(command, args, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      const reason =
        error !== null && code === -1
          ? `${error.killed ? `was ended after ${timeoutMs / 1_000} s` : error.message}\n`
          : '';
      resolve({ code, stdout, stderr: stderr + reason });
    });
    child.stdin?.end();
  });
}

/**
 * Runs a program that must succeed, and returns its standard output.
 *
 * @throws {CheckFailure} with the last 4 kB of its output.
 */
export async function mustRun(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
  const { code, stdout, stderr } = await runCommand(command, args, options);
  if (code === 0) return stdout;
  throw new CheckFailure(`${stdout}\n${stderr}`.trim().slice(-4_096) || `exited with code ${code}`);
}

/** Runs a script with this Node; otherwise like {@link mustRun}. */
export const mustRunNode = (args: readonly string[], options: CommandOptions): Promise<string> =>
  mustRun(process.execPath, args, options);
