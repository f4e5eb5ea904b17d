import {
  SourceError,
  type SourceLimits,
  type Unfinished,
  type BlockRanges,
  type Block,
  type Chain,
  firstBlockSince,
} from '@droptrack/sources';
import { SenderIndex, type SenderIndexCache } from './sender-index';

const WINDOW_MS = 86_400_000;
/** Blocks at the end of the chain that every poll reads again, because a reorganization can replace them. */
const UNCONFIRMED_BLOCKS = 128;
/** Attempts while reorganizations replace the end of the chain. */
const ATTEMPTS_MAX = 3;
/** Requests and time after which a poll leaves the rest of the blocks to the next one. */
const READS_MAX = 800;
const READING_MS_MAX = 80_000;
/** Time until that next poll. */
const CONTINUE_AFTER_MS = 30_000;

export interface SendersCount {
  readonly senders: number;
  /** End of the counted 24 hours: the latest block, or now if its time is in the future. */
  readonly atMs: number;
  /** Current estimate of the block time. */
  readonly blockMs: number;
}

/** Count that the next polls continue, with progress for operators. */
export interface SendersUnfinished extends Unfinished {
  readonly blockMs: number;
}

export interface SendersQuestion {
  readonly chain: Chain;
  readonly ranges: BlockRanges;
  /** Previous estimate of the block time. */
  readonly blockMs: number;
  readonly nowMs: number;
  /** Milliseconds of a clock that never steps back. */
  readonly monotonicMs: () => number;
  readonly limits: Pick<SourceLimits, 'intervalMs' | 'requestsPerMinute'>;
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
 * The index is stored even if the poll fails, so that several polls can read a day of blocks that is too long for one: a poll
 * ends after 800 requests or 80 s, and the next one continues.
 *
 * @returns null if the chain has only its first block, as a node that is still synchronizing reports.
 * @throws {SourceError} `unable` if the node accepts too few blocks in a request to follow the chain.
 */
export async function countSenders(question: SendersQuestion): Promise<SendersCount | SendersUnfinished | null> {
  const { chain, ranges, cache, key } = question;
  const startMs = question.monotonicMs();
  const isSpent = () => ranges.requests >= READS_MAX || question.monotonicMs() - startMs >= READING_MS_MAX;
  let index = cache.take(key);
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const latest = await chain.latest();
      if (latest.number === 0) return null;
      const span = await windowUpTo(latest, question);
      index = await startOrResume(chain, index, span.firstBlock, latest);
      const [from, target] = [index.upTo + 1, index.anchor.number];
      requireLongRanges(question, span.blockMs);
      for await (const { upTo, logs } of ranges.stretches(from, target, isSpent)) {
        index.add(logs, upTo);
        requireLongRanges(question, span.blockMs);
      }
      if (index.upTo < target) return unfinished(question, span, { from, upTo: index.upTo, target }, startMs);
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

/** @throws {SourceError} `unable` if a poll would take more than {@link READS_MAX} requests for the blocks since the last one. */
function requireLongRanges({ chain, ranges, limits }: SendersQuestion, blockMs: number): void {
  const blocks = Math.ceil(limits.intervalMs / blockMs) + UNCONFIRMED_BLOCKS;
  const needed = Math.ceil(blocks / READS_MAX);
  if (ranges.rejected === null || ranges.rejected > needed) return;
  const hours = limits.intervalMs / 3_600_000;
  throw new SourceError(
    'unable',
    `${chain.name}: the node rejects ${ranges.rejected} blocks in one request; ${needed} are needed to read the ${blocks} ` +
      `blocks of ${hours} h in ${READS_MAX} requests`,
  );
}

interface ReadBlocks {
  readonly from: number;
  readonly upTo: number;
  readonly target: number;
}

/**
 * Progress of a poll that did not reach its target, with the time that the rest takes at its pace.
 *
 * @throws {SourceError} `unable` if the chain grows faster than it is read.
 */
function unfinished(
  { chain, ranges, limits, monotonicMs }: SendersQuestion,
  { firstBlock, blockMs }: Window,
  { from, upTo, target }: ReadBlocks,
  startMs: number,
): SendersUnfinished {
  // The budget of requests makes the next poll wait if this one was faster.
  const budgetMs = (ranges.requests * 60_000) / limits.requestsPerMinute;
  const cycleMs = Math.max(monotonicMs() - startMs, budgetMs) + CONTINUE_AFTER_MS;
  const [read, grown] = [upTo - from + 1, Math.ceil(cycleMs / blockMs)];
  const seconds = Math.round(cycleMs / 1_000);
  if (read <= grown) {
    const pace = `${read} blocks were read in ${seconds} s, in which the chain grows by ${grown}`;
    throw new SourceError(
      'unable',
      `${chain.name}: the node is too slow, or accepts too few blocks in one request: ${pace}`,
    );
  }
  const minutes = Math.ceil((Math.ceil((target - upTo) / (read - grown)) * cycleMs) / 60_000);
  return {
    blockMs,
    continueAfterMs: CONTINUE_AFTER_MS,
    progress: `${chain.name}: ${upTo - firstBlock + 1} of the ${target - firstBlock + 1} blocks of a day are read; the rest takes about ${minutes} min`,
  };
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
