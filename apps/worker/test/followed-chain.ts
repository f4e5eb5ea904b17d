import { readSourcesConfig } from '@droptrack/connectors';
import type { Database } from '@droptrack/persistence';
import type { MovableClock } from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { settingsReader } from '@droptrack/sources';
import { numberToHex } from 'viem';
import { rpc } from '../../../tools/test/anvil';
import { type RunningWorker, startWorker } from '../src/start';

/** Sources that are off, so that a worker sends requests to nodes only. */
export const OTHER_SOURCES = 'prices,defillama,coingecko,rss,github,polymarket,snapshot';
/** Blocks at the end of a chain that are not followed. */
export const UNCONFIRMED = 64;
/** More than the interval of a poll. */
export const STEP_MS = 10 * 60_000;

/** Starts a worker within this process, which follows claims at a node. */
export async function startFollower(databaseUrl: string, nodeUrl: string, clock: MovableClock): Promise<RunningWorker> {
  const faults: string[] = [];
  const env = { EVM_RPC_URLS: `local=${nodeUrl}`, SOURCES_OFF: OTHER_SOURCES };
  const sources = readSourcesConfig(settingsReader(env, faults));
  if (faults.length > 0) throw new Error(faults.join());
  const worker = await startWorker(
    { databaseUrl, metrics: { host: '127.0.0.1', port: 0 }, isDemo: false, sources },
    createLogger('worker', 'silent'),
    undefined,
    { now: () => clock.now(), monotonicMs: () => performance.now() },
  );
  await worker.begin();
  return worker;
}

export const headOf = async (url: string): Promise<number> => Number(await rpc<string>(url, 'eth_blockNumber'));
export const mine = (url: string, blocks: number) => rpc(url, 'anvil_mine', numberToHex(blocks));

/** Has the workers poll until all ledgers end 64 blocks before the latest block. Returns the block at their end. */
export async function follow(url: string, db: Database, clock: MovableClock): Promise<number> {
  // The time of the chain passes as that of the worker does.
  const aheadMs = clock.aheadMs + STEP_MS;
  await rpc(url, 'evm_setNextBlockTimestamp', Math.floor((Date.now() + aheadMs) / 1_000));
  await mine(url, 1);
  const target = (await headOf(url)) - UNCONFIRMED;
  // A poll that began before this block would be due again only after its interval of the later time.
  await until(async () => (await db.query('SELECT FROM tasks WHERE leased_until IS NOT NULL')).length === 0);
  await clock.set(aheadMs);
  await until(async () => (await ledgerBlocks(db)).every((block) => block === target));
  return target;
}

/** Ends of the ledgers of all drops with a distributor; null for one without a ledger. */
async function ledgerBlocks(db: Database): Promise<(number | null)[]> {
  const rows = await db.query<{ block: number | null }>(
    `SELECT block::float8 AS block FROM tasks
     LEFT JOIN claim_ledgers ON drop_id = subject AND retired_at IS NULL
     WHERE kind = 'poll' AND source = 'claims'`,
  );
  return rows.map(({ block }) => block);
}

export async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('It took longer than 5 min');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Numbers from 0 to 1 by a linear congruential generator, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}
