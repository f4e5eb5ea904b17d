import { z } from 'zod';
import {
  type Connector,
  type Json,
  SourceError,
  type PollLimits,
  BLOCKS_AT_FIRST,
  BLOCKS_MAX,
  BlockRanges,
  nextRejectedLength,
  readRejectedLength,
  type RejectedLength,
  Chain,
  jsonRpc,
  respondingNode,
  type RpcUrls,
} from '@droptrack/sources';
import { countSenders } from './count-senders';
import { type EvmQuery, parseEvmQuery } from './query';
import { SenderIndexCache } from './sender-index';

const DAY_MS = 86_400_000;
const BLOCK_MS_AT_FIRST = 2_000;

const memoryShape = z.object({
  /** Length of a range that the node accepts. */
  blocks: z.int().min(1).max(BLOCKS_MAX),
  /** Estimate of the block time. */
  blockMs: z.number().min(1).max(DAY_MS),
  /** A {@link RejectedLength}. */
  rejected: z.unknown().optional(),
});

const LIMITS: PollLimits = {
  intervalMs: 2 * 3_600_000,
  timeoutMs: 120_000,
  concurrency: 4,
  requestsPerMinute: 600,
  requestBurst: 100,
};

/** Nodes of chains. */
export interface EvmSettings {
  readonly rpcUrls: RpcUrls;
}

/**
 * Unique senders of 24 hours (`active_wallets`) from the logs of an EVM chain: the addresses in the first indexed parameter
 * of the queried event in any of the contracts, without the zero address.
 *
 * The reading is dated at the latest block, so a chain that has stopped or a node that lags behind results in an old
 * reading instead of one that is too low.
 *
 * A day of logs is read once, then only new blocks ({@link countSenders}). The senders, up to 500 000, are cached in the
 * process, and so are the lengths of ranges that each node rejected.
 */
export function evmConnector(
  config: EvmSettings,
  monotonicMs: () => number = () => performance.now(),
): Connector<EvmQuery> {
  const cache = new SenderIndexCache();
  const rejectedBy = new Map<string, RejectedLength>();
  return {
    id: 'evm',
    limits: LIMITS,
    parseQuery: parseEvmQuery,
    async read({ query, memory, http, nowMs }) {
      const urls = config.rpcUrls.get(query.rpc);
      if (urls === undefined) throw new SourceError('not_found', `no RPC URL is configured for "${query.rpc}"`);
      const url = await respondingNode(http, urls, query.rpc);
      const chain = new Chain(jsonRpc(http, url, query.rpc), query.rpc);
      const { blocks, blockMs, rejected: stored } = recall(memory);
      const last = readRejectedLength(rejectedBy.get(query.rpc) ?? stored, nowMs);
      const read = (from: number, upTo: number) => chain.senderLogs(query, from, upTo);
      const ranges = new BlockRanges(read, blocks, last?.blocks ?? null);
      const key = [query.rpc, query.topic, ...query.contracts].join(' ');
      const question = { chain, ranges, blockMs, nowMs, monotonicMs, limits: LIMITS, cache, key };
      // Remembered for the other contracts at this node, and after a failure, too.
      const remember = () => {
        const rejected = nextRejectedLength(ranges, last, nowMs);
        if (rejected === null) rejectedBy.delete(query.rpc);
        else rejectedBy.set(query.rpc, rejected);
        return rejected;
      };
      const count = await countSenders(question).finally(remember);
      if (count === null) return { readings: [], memory };
      const state = (estimateMs: number) => ({
        blocks: ranges.blocks,
        blockMs: Math.min(Math.max(estimateMs, 1), DAY_MS),
        rejected: remember(),
      });
      if ('progress' in count) {
        const { continueAfterMs, progress } = count;
        return { readings: [], memory: state(count.blockMs), unfinished: { continueAfterMs, progress } };
      }
      if (count.senders === 0) await assertContract(chain, query);
      return {
        readings: [{ signal: 'active_wallets', value: count.senders, observedAtMs: count.atMs }],
        memory: state(count.blockMs),
      };
    },
  };
}

function recall(memory: Json | null): z.infer<typeof memoryShape> {
  const parsed = memoryShape.safeParse(memory);
  return parsed.success ? parsed.data : { blocks: BLOCKS_AT_FIRST, blockMs: BLOCK_MS_AT_FIRST };
}

/** Rejects addresses without a contract, for which nodes return no logs instead of an error. */
async function assertContract(chain: Chain, { contracts, rpc }: EvmQuery): Promise<void> {
  for (const contract of contracts) if (await chain.hasContract(contract)) return;
  throw new SourceError('not_found', `there is no contract at ${contracts.join(', ')} on ${rpc}`);
}
