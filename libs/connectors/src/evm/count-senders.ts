import { SourceError } from '../port';
import type { BlockRanges } from './block-ranges';
import type { Block, Chain } from './chain';
import { firstBlockSince } from './first-block';
import { SenderIndex, type SenderIndexCache } from './sender-index';

const WINDOW_MS = 86_400_000;
/** Blocks at the end of the chain that every poll reads again, because a reorganization can replace them. */
const UNCONFIRMED_BLOCKS = 128;
/** Attempts while reorganizations replace the end of the chain. */
const ATTEMPTS_MAX = 3;

export interface SendersCount {
  readonly senders: number;
  /** End of the counted 24 hours: the latest block, or now if its time is in the future. */
  readonly atMs: number;
  /** Current estimate of the block time. */
  readonly blockMs: number;
}

export interface SendersQuestion {
  readonly chain: Chain;
  readonly ranges: BlockRanges;
  /** Previous estimate of the block time. */
  readonly blockMs: number;
  readonly nowMs: number;
  /** Indexes of earlier polls, by {@link key}. */
  readonly cache: SenderIndexCache;
  readonly key: string;
}

/**
 * Counts the distinct senders of the 24 hours up to the latest block. The count is exact, and only new blocks are read.
 *
 * The hash of a block identifies all blocks before it. An index of earlier polls is used while its anchor block is part of
 * the chain, and discarded otherwise; the result of this poll is valid if its latest block is part of the chain at the
 * end. This holds for reorganizations of any depth. The last 128 blocks are not stored, so that a short reorganization
 * does not discard the index of the whole day.
 *
 * The index is stored even if the poll fails, so that several polls can read a contract that is too busy for one.
 *
 * @returns null if the chain has only its first block, as a node that is still synchronizing reports.
 * @throws {SourceError}
 */
export async function countSenders(question: SendersQuestion): Promise<SendersCount | null> {
  const { chain, ranges, cache, key } = question;
  let index = cache.take(key);
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const latest = await chain.latest();
      if (latest.number === 0) return null;
      const span = await windowUpTo(latest, question);
      index = await startOrResume(chain, index, span.firstBlock, latest);
      for await (const { upTo, logs } of ranges.stretches(index.upTo + 1, index.anchor.number)) index.add(logs, upTo);
      const unconfirmed = await newSendersSince(index, ranges, latest);
      if (await chain.holds(latest)) {
        return { senders: index.senders + unconfirmed, atMs: span.endMs, blockMs: span.blockMs };
      }
    }
  } finally {
    if (index !== null) cache.put(key, index);
  }
  throw new SourceError(
    'wrong_shape',
    `${chain.name}: the latest blocks were replaced in each of ${ATTEMPTS_MAX} attempts`,
  );
}

interface Window {
  readonly firstBlock: number;
  readonly endMs: number;
  readonly blockMs: number;
}

async function windowUpTo(latest: Block, { chain, nowMs, blockMs }: SendersQuestion): Promise<Window> {
  const endMs = Math.min(latest.atMs, nowMs);
  const beginMs = endMs - WINDOW_MS;
  const firstBlock = await firstBlockSince(beginMs, latest, (number) => chain.block(number), blockMs);
  const blocks = latest.number - firstBlock + 1;
  // A chain younger than the window is too short for an estimate of the block time.
  return { firstBlock, endMs, blockMs: firstBlock === 0 ? blockMs : (latest.atMs - beginMs) / blocks };
}

async function startOrResume(
  chain: Chain,
  index: SenderIndex | null,
  firstBlock: number,
  latest: Block,
): Promise<SenderIndex> {
  // Requested before the old anchor is checked: if the node has the old one afterwards, both are of one chain.
  const anchor = await chain.block(Math.max(0, latest.number - UNCONFIRMED_BLOCKS));
  const isContiguous = index !== null && index.fromBlock <= firstBlock && firstBlock <= index.upTo + 1;
  if (!isContiguous || !(await chain.holds(index.anchor))) return new SenderIndex(firstBlock, anchor);
  index.removeBefore(firstBlock);
  index.moveAnchor(anchor);
  return index;
}

/** Number of senders in the unconfirmed blocks that are not in the index. */
async function newSendersSince(index: SenderIndex, ranges: BlockRanges, latest: Block): Promise<number> {
  const senders = new Set<string>();
  for await (const { logs } of ranges.stretches(index.upTo + 1, latest.number)) {
    for (const { sender } of logs) if (!index.has(sender)) senders.add(sender);
  }
  return senders.size;
}
