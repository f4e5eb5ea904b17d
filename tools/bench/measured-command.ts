import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { BenchContext } from './bench-context';
import { stopProcess } from './process/server-process';

/** What a run of a command took, and what it said. */
export interface MeasuredCommand {
  /** From the command to its end, its own start included. */
  readonly seconds: number;
  /** Most memory that it was seen to have; 0 where the system does not tell. */
  readonly peakMb: number;
  /** What it printed, as JSON; null where it failed. */
  readonly result: unknown;
  /** What it printed and the end of what it complained, for a person. */
  readonly said: string;
}

/** How its memory is looked at: as `usage` tells, every so many milliseconds. */
export interface MemoryLook {
  readonly memoryMbOf: (pid: number) => number | null;
  readonly everyMs: number;
}

/** Runs a command of `droptrack` as a person does, with `--json`, on a database. */
export async function runMeasured(
  { root, cleanup }: BenchContext,
  databaseUrl: string,
  args: readonly string[],
  { memoryMbOf, everyMs }: MemoryLook,
): Promise<MeasuredCommand> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), ...args, '--json'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await cleanup.push(() => stopProcess(child));
  let [printed, words, peakMb] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-4_096)));
  const look = setInterval(() => (peakMb = Math.max(peakMb, memoryMbOf(child.pid ?? 0) ?? 0)), everyMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(look);
  const seconds = (performance.now() - began) / 1_000;
  const result: unknown = code === 0 ? JSON.parse(printed) : null;
  return { seconds, peakMb, result, said: `${printed}\n${words}` };
}
