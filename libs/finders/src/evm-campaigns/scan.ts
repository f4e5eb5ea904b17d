import { type Block, type BlockRanges, type ContractLog, firstBlockSince } from '@droptrack/sources';
import type { Sighting } from '@droptrack/discovery';
import { CampaignLogs } from './campaign-logs';
import type { CampaignReader, RunContext } from './campaign-reader';
import type { ChainFactories } from './chain-factories';
import { assertFollows, progressOf } from './pace';
import { type Checkpoint, type Known, latestKnown, type Memory, withCheckpoint } from './memory';

/** Blocks at the end of the chain that every run reads again, because a reorganisation can replace them. */
export const PROVISIONAL_BLOCKS = 64;

/** Input of a scan. */
export interface Scan {
  readonly run: RunContext;
  readonly reader: CampaignReader;
  readonly ranges: BlockRanges<ContractLog>;
  readonly factories: ChainFactories;
  readonly memory: Memory;
  /** Instant of the first block that a new scan reads, milliseconds since the epoch. */
  readonly sinceMs: number;
}

/** Result of a scan. */
export interface Scanned {
  readonly sightings: readonly Sighting[];
  /** Contracts of earlier campaigns that are no longer on the chain. */
  readonly gone: readonly string[];
  readonly memory: Memory;
  /** For operators; null if everything was read. */
  readonly progress: string | null;
}

interface Start {
  readonly fromBlock: number;
  /** Those that are part of the chain. */
  readonly checkpoints: readonly Checkpoint[];
  readonly blockMs: number;
}

/**
 * Reads the creation events since the last run, and those of the last 64 blocks again.
 *
 * The blocks up to the latest checkpoint are not read again while its hash is part of the chain; otherwise the scan begins
 * at an earlier checkpoint. A campaign that was found before and is missing now is gone if its block is no longer part of
 * the chain. A scan that exceeds the budget ends at a checkpoint, where the next one continues.
 *
 * @throws {SourceError} `unable` if the node accepts too few blocks in one request to follow the chain.
 */
export async function scanCampaigns(scan: Scan): Promise<Scanned> {
  const { memory, run } = scan;
  const start = await startOf(scan);
  if (start === null) return { sightings: [], gone: [], memory, progress: null };
  // Requested before the logs: if it is still part of the chain after them, they are of one chain.
  const target = await targetOf(run, start);
  const known = new Map(memory.known.map((each) => [each[0], each]));
  const logs = new CampaignLogs(scan.factories, scan.reader, known);
  let upTo = await readLogs(scan, start, logs);
  const missing = await goneOf(run, [...known.values()], { fromBlock: start.fromBlock, upTo, seen: logs.seen });
  upTo = missing.upTo;
  for (const contract of missing.gone) known.delete(contract);
  const checkpoint = await checkpointAt(run, target, start.fromBlock, upTo);
  return {
    sightings: [...logs.sightings.values()],
    gone: missing.gone,
    progress: progressOf(run.chain.name, { ...start, ...run.budget.work, upTo, head: run.head.number }),
    memory: {
      ...memory,
      checkpoints: checkpoint === null ? [...start.checkpoints] : withCheckpoint(start.checkpoints, checkpoint),
      known: latestKnown([...known.values()]),
      blocks: scan.ranges.blocks,
      blockMs: start.blockMs,
      unreadable: memory.unreadable + logs.unreadableUpTo(checkpoint?.number ?? -1),
    },
  };
}

/** Null if the node is behind the last run. */
async function startOf({ run: { chain, head }, memory, factories, sinceMs }: Scan): Promise<Start | null> {
  const { checkpoints, blockMs } = memory;
  for (const [index, checkpoint] of checkpoints.entries()) {
    if (checkpoint.number > head.number) continue;
    if (!(await chain.holds({ ...checkpoint, atMs: 0 }))) continue;
    const isBehind = checkpoints.slice(0, index).every(({ number }) => number > head.number);
    if (index > 0 && isBehind) return null;
    return { fromBlock: checkpoint.number + 1, checkpoints: checkpoints.slice(index), blockMs };
  }
  if (checkpoints.length > 0 && checkpoints.every(({ number }) => number > head.number)) return null;
  if (head.atMs < sinceMs) return { fromBlock: head.number + 1, checkpoints: [], blockMs };
  const first = await firstBlockSince(sinceMs, head, (number) => chain.block(number), blockMs);
  // A test chain with the id of another one is shorter.
  const fromBlock = factories.firstBlock > head.number ? first : Math.max(first, factories.firstBlock);
  const blocks = head.number - first + 1;
  return { fromBlock, checkpoints: [], blockMs: first === 0 ? blockMs : Math.max(1, (head.atMs - sinceMs) / blocks) };
}

/** Latest block that no usual reorganisation replaces; null if it was read before. */
async function targetOf({ chain, head }: RunContext, { fromBlock }: Start): Promise<Block | null> {
  const number = head.number - PROVISIONAL_BLOCKS;
  return number < fromBlock ? null : chain.block(number);
}

/** Adds logs until the head or the end of the budget; returns the last block that was read wholly. */
async function readLogs(
  { run, ranges }: Scan,
  { fromBlock, blockMs }: Start,
  campaigns: CampaignLogs,
): Promise<number> {
  const { budget, head } = run;
  let current = -1;
  let last = fromBlock - 1;
  for await (const { upTo, logs } of ranges.stretches(fromBlock, head.number)) {
    assertFollows(run.chain.name, ranges, blockMs);
    for (const log of logs) {
      // At least one block with logs is read in each run, so that every run has progress.
      if (budget.isSpent && current >= 0 && log.blockNumber > current) return log.blockNumber - 1;
      current = log.blockNumber;
      await campaigns.add(log);
    }
    last = upTo;
    if (budget.isSpent) break;
  }
  return last;
}

interface Read {
  readonly fromBlock: number;
  readonly upTo: number;
  readonly seen: ReadonlySet<string>;
}

/**
 * Earlier campaigns in the blocks that were read, whose creation is no longer on the chain. A node that lags behind others
 * can omit logs, so a campaign is gone only if its block was replaced.
 */
async function goneOf({ chain, budget }: RunContext, known: readonly Known[], { fromBlock, upTo, seen }: Read) {
  const gone: string[] = [];
  const missing = latestKnown(known).filter(
    ([contract, block]) => block >= fromBlock && block <= upTo && !seen.has(contract),
  );
  for (const [contract, number, hash] of missing) {
    if (budget.isExhausted) return { gone, upTo: number - 1 };
    if (!(await chain.holds({ number, hash, atMs: 0 }))) gone.push(contract);
  }
  return { gone, upTo };
}

/** End of the blocks that the next run does not read again; null if they stay as they were. */
async function checkpointAt(
  { chain }: RunContext,
  target: Block | null,
  fromBlock: number,
  upTo: number,
): Promise<Block | null> {
  if (target === null || upTo < fromBlock) return null;
  const checkpoint = upTo >= target.number ? target : await chain.block(upTo);
  return (await chain.holds(target)) ? checkpoint : null;
}
