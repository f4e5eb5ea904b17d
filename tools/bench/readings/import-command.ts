import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../bench-error';
import { stopProcess } from '../process/server-process';
import { rssMbOf } from '../process/usage';
import type { Workshop } from '../workshop';

/** What a run of the command took. */
export interface ImportRun {
  /** From the command to its end, its own start included. */
  readonly seconds: number;
  /** Most memory it was seen to have. */
  readonly peakMb: number;
}

const LOOK_EVERY_MS = 50;

/**
 * Runs `droptrack signals import` as a person does, without the points that the worker makes after it.
 *
 * @throws {BenchError} when it does not add `expected` readings.
 */
export async function runImport(
  { root, undo }: Workshop,
  databaseUrl: string,
  file: string,
  expected: number,
): Promise<ImportRun> {
  const began = performance.now();
  const args = [join(root, 'apps/cli/bin/droptrack.cjs'), 'signals', 'import', file, '--no-backfill', '--json'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await undo.push(() => stopProcess(child));
  let [printed, words, peakMb] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-4_096)));
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, rssMbOf(child.pid ?? 0) ?? 0);
  }, LOOK_EVERY_MS);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(look);
  const seconds = (performance.now() - began) / 1_000;
  const added = code === 0 ? (JSON.parse(printed) as { added: number }).added : 0;
  if (added !== expected)
    throw new BenchError(`signals import added ${added} of ${expected}\n${printed}\n${words}`.trim());
  return { seconds, peakMb };
}
