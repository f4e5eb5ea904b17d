import { SourceError } from '../port';
import type { BlockRanges } from './block-ranges';
import type { Block, Chain } from './chain';
import { firstBlockSince } from './first-block';
import { SenderIndex, type SenderIndexCache } from './sender-index';

const WINDOW_MS = 86_400_000;
/** Blocks at the end of the chain that are read anew each time: the last ones may still be replaced. */
const UNSETTLED_BLOCKS = 128;
/** A chain whose end is replaced while it is read is read again. */
const ATTEMPTS_MAX = 3;

export interface SendersCount {
  readonly senders: number;
  /** Of the latest block, or now where that is in the future: the end of the 24 hours that were counted. */
  readonly atMs: number;
  /** What a block takes, as well as it is known now. */
  readonly blockMs: number;
}

export interface SendersQuestion {
  readonly chain: Chain;
  readonly ranges: BlockRanges;
  /** A guess of what a block takes. */
  readonly blockMs: number;
  readonly nowMs: number;
  /** Where what earlier polls of the same question read may lie, and is put back. */
  readonly shelf: SenderIndexCache;
  readonly key: string;
}

/**
 * Counts who did something in the 24 hours up to the chain's latest block, exactly, and reads only what is new.
 *
 * A block's hash stands for all blocks before it. So what earlier polls read is used as long as the node still holds
 * the block that it is tied to, and thrown away otherwise; and what this poll read is right if the node still holds
 * its latest block at the end. How deep a chain may be replaced need not be known: that the last 128 blocks are not
 * kept only spares reading the whole day again when a few of them are.
 *
 * What was read stays also where the poll fails later: a contract that is too busy for one poll is read by several.
 *
 * @returns null where the chain has no block but its first: so says a node that has yet to catch up.
 * @throws {SourceError}
 */
export async function countSenders(question: SendersQuestion): Promise<SendersCount | null> {
  const { chain, ranges, shelf, key } = question;
  let tally = shelf.take(key);
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const latest = await chain.latest();
      if (latest.number === 0) return null;
      const span = await windowUpTo(latest, question);
      tally = await startOrResume(chain, tally, span.firstBlock, latest);
      for await (const { upTo, deeds } of ranges.stretches(tally.upTo + 1, tally.anchor.number)) tally.add(deeds, upTo);
      const unsettled = await othersSince(tally, ranges, latest);
      if (await chain.holds(latest)) {
        return { senders: tally.senders + unsettled, atMs: span.endMs, blockMs: span.blockMs };
      }
    }
  } finally {
    if (tally !== null) shelf.put(key, tally);
  }
  throw new SourceError('wrong_shape', `${chain.name}: the latest blocks were replaced again and again`);
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
  // A chain younger than the window tells less than what is known already.
  return { firstBlock, endMs, blockMs: firstBlock === 0 ? blockMs : (latest.atMs - beginMs) / blocks };
}

async function startOrResume(
  chain: Chain,
  tally: SenderIndex | null,
  firstBlock: number,
  latest: Block,
): Promise<SenderIndex> {
  // Before the old anchor is looked up: if the node holds that one afterwards, the two are of one chain.
  const anchor = await chain.block(Math.max(0, latest.number - UNSETTLED_BLOCKS));
  const joins = tally !== null && tally.fromBlock <= firstBlock && firstBlock <= tally.upTo + 1;
  if (!joins || !(await chain.holds(tally.anchor))) return new SenderIndex(firstBlock, anchor);
  tally.forgetBefore(firstBlock);
  tally.moveAnchor(anchor);
  return tally;
}

/** How many are in the blocks that are not kept and not in the tally. */
async function othersSince(tally: SenderIndex, ranges: BlockRanges, latest: Block): Promise<number> {
  const others = new Set<string>();
  for await (const { deeds } of ranges.stretches(tally.upTo + 1, latest.number)) {
    for (const { sender } of deeds) if (!tally.has(sender)) others.add(sender);
  }
  return others.size;
}
