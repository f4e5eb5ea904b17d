import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from './bench-error';
import { Cleanup } from '../test/cleanup';

/** An unknown or malformed argument. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The work of a program; resolves to true on success. `giveUp` ends the program at once with a message. */
export type Work = (cleanup: Cleanup, giveUp: (message: string) => void) => Promise<boolean>;

/** Runs a program and ends the process with its exit code, after the cleanup. */
export async function runProgram(usage: string, work: Work): Promise<void> {
  const cleanup = new Cleanup();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end(cleanup, EXIT.interrupted, 'Stopping …'));
  }
  try {
    const isSuccess = await work(cleanup, (message) => void end(cleanup, EXIT.failed, message));
    await end(cleanup, isSuccess ? EXIT.done : EXIT.failed);
  } catch (error) {
    if (cleanup.isRunning) return;
    if (error instanceof UsageError) await end(cleanup, EXIT.usage, `${error.message}\n${usage}`);
    const isExpected = error instanceof BenchError;
    await end(cleanup, EXIT.failed, isExpected ? error.message : String((error as Error).stack ?? error));
  }
}

async function end(cleanup: Cleanup, code: number, message?: string): Promise<never> {
  if (message !== undefined) process.stderr.write(`${message}\n`);
  await cleanup.run();
  process.exit(code);
}

/** Creates a directory that the cleanup deletes. */
export async function makeScratch(name: string, cleanup: Cleanup): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), `droptrack-${name}-`));
  // Embedded PostgreSQL may run as another user.
  await chmod(scratch, 0o755);
  await cleanup.push(() => rm(scratch, { recursive: true, force: true }));
  return scratch;
}
