import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../bench-error';
import { stopProcess } from '../process/server-process';
import { peakRssMbOf } from '../process/usage';
import type { Workshop } from '../workshop';
import type { WrittenList } from './written-list';

/** What a run of the command took. */
export interface LoadRun {
  /** From the command to its end, its own start included. */
  readonly seconds: number;
  /** Most memory that it had; 0 where the system does not tell. */
  readonly peakMb: number;
}

const LOOK_EVERY_MS = 25;

/**
 * Runs `droptrack lists load` as a person does.
 *
 * @param isTree - whether its tree is made as well.
 * @throws {BenchError} when it does not put all the wallets in force.
 */
export async function runLoad(
  { root, undo }: Workshop,
  databaseUrl: string,
  drop: string,
  { file, rows }: WrittenList,
  isTree: boolean,
): Promise<LoadRun> {
  const began = performance.now();
  const ofTree = isTree ? ['--tree', 'uniswap', '--columns', 'wallet=address,amount=amount,index=index'] : [];
  const args = ['lists', 'load', drop, file, '--unit', 'token', ...ofTree, '--json'];
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await undo.push(() => stopProcess(child));
  let [printed, words, peakMb] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-4_096)));
  // The highest that the system ever saw; gone with the process, so it is looked at until the end.
  const look = setInterval(() => (peakMb = peakRssMbOf(child.pid ?? 0) ?? peakMb), LOOK_EVERY_MS);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(look);
  const seconds = (performance.now() - began) / 1_000;
  const loaded = code === 0 ? (JSON.parse(printed) as { outcome: string; wallets: number }) : null;
  if (loaded?.outcome !== 'loaded' || loaded.wallets !== rows) {
    throw new BenchError(`lists load did not load ${rows} wallets\n${printed}\n${words}`.trim());
  }
  return { seconds, peakMb };
}
