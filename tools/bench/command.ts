import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Cleanup } from '../test/cleanup';
import { stopProcess } from '../processes/server-process';
import { peakRssMbOf } from '../processes/usage';

/** A run of the command line. */
export interface CommandRun {
  /** From the spawn to the exit. */
  readonly seconds: number;
  /** Peak memory; 0 where the system does not report it. */
  readonly peakMb: number;
  /** Its output as JSON; null where it failed. */
  readonly result: unknown;
  /** Its output and the end of its standard error, for messages. */
  readonly printed: string;
}

const STDERR_LENGTH_MAX = 4_096;
/** The system's figure disappears with the process, so it is read until the exit. */
const READ_MEMORY_EVERY_MS = 25;

/** Runs a command of `droptrack` on a database, with `--json`. */
export async function runCommand(
  { root, cleanup }: { readonly root: string; readonly cleanup: Cleanup },
  databaseUrl: string,
  args: readonly string[],
): Promise<CommandRun> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), ...args, '--json'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await cleanup.push(() => stopProcess(child));
  let [stdout, stderr, peakMb] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-STDERR_LENGTH_MAX)));
  const timer = setInterval(() => (peakMb = Math.max(peakMb, peakRssMbOf(child.pid ?? 0) || 0)), READ_MEMORY_EVERY_MS);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(timer);
  const result: unknown = code === 0 ? JSON.parse(stdout) : null;
  return { seconds: (performance.now() - began) / 1_000, peakMb, result, printed: `${stdout}\n${stderr}`.trim() };
}
