import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from './bench-error';
import { Undo } from './undo';

/** An argument that is not known. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** What a program does, and whether all was well. `giveUp` ends it at once, with these words. */
export type Work = (undo: Undo, giveUp: (words: string) => void) => Promise<boolean>;

/** Runs a program to the end of the process: whatever happens, all that it started is stopped first. */
export async function runProgram(usage: string, work: Work): Promise<void> {
  const undo = new Undo();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end(undo, EXIT.interrupted, 'Stopping …'));
  }
  try {
    const isWell = await work(undo, (words) => void end(undo, EXIT.failed, words));
    await end(undo, isWell ? EXIT.done : EXIT.failed);
  } catch (error) {
    if (undo.isRunning) return;
    if (error instanceof UsageError) await end(undo, EXIT.usage, `${error.message}\n${usage}`);
    const isExpected = error instanceof BenchError;
    await end(undo, EXIT.failed, isExpected ? error.message : String((error as Error).stack ?? error));
  }
}

async function end(undo: Undo, code: number, words?: string): Promise<never> {
  if (words !== undefined) process.stderr.write(`${words}\n`);
  await undo.run();
  process.exit(code);
}

/** A directory that is deleted at the end. */
export async function makeScratch(name: string, undo: Undo): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), `droptrack-${name}-`));
  // Embedded PostgreSQL may run as another user than we do.
  await chmod(scratch, 0o755);
  await undo.push(() => rm(scratch, { recursive: true, force: true }));
  return scratch;
}
