import { z } from 'zod';
import { type Connector, type Json, SourceError } from '../port';
import type { SourcesConfig } from '../sources-config';
import { BLOCKS_AT_FIRST, BLOCKS_MAX, BlockRanges } from './block-ranges';
import { Chain } from './chain';
import { countSenders } from './count-senders';
import { jsonRpc } from './json-rpc';
import { type EvmQuery, parseEvmQuery } from './query';
import { SenderIndexCache } from './sender-index';

const DAY_MS = 86_400_000;
const BLOCK_MS_AT_FIRST = 2_000;

const memoryShape = z.object({
  /** Length of a range that the node accepts. */
  blocks: z.int().min(1).max(BLOCKS_MAX),
  /** Estimate of the block time. */
  blockMs: z.number().min(1).max(DAY_MS),
});

/**
 * Unique senders of 24 hours (`active_wallets`) from the logs of an EVM chain: the addresses in the first indexed parameter
 * of the queried event in any of the contracts, without the zero address.
 *
 * The reading is dated at the latest block, so a chain that has stopped or a node that lags behind results in an old
 * reading instead of one that is too low.
 *
 * A day of logs is read once, then only new blocks ({@link countSenders}). The senders, up to 500 000, are cached in the
 * process.
 */
export function evmConnector(config: SourcesConfig['evm']): Connector<EvmQuery> {
  const cache = new SenderIndexCache();
  return {
    id: 'evm',
    limits: {
      intervalMs: 2 * 3_600_000,
      pollTimeoutMs: 120_000,
      concurrency: 4,
      requestsPerMinute: 600,
      requestBurst: 100,
    },
    parseQuery: parseEvmQuery,
    async collect({ query, memory, http, nowMs }) {
      const url = config.rpcUrls.get(query.rpc);
      if (url === undefined) throw new SourceError('not_found', `no RPC URL is configured for "${query.rpc}"`);
      const chain = new Chain(jsonRpc(http, url, query.rpc), query.rpc);
      const { blocks, blockMs } = recall(memory);
      const ranges = new BlockRanges((from, upTo) => chain.senderLogs(query, from, upTo), blocks);
      const key = [query.rpc, query.topic, ...query.contracts].join(' ');
      const count = await countSenders({ chain, ranges, blockMs, nowMs, cache, key });
      if (count === null) return { readings: [], memory };
      if (count.senders === 0) await assertContract(chain, query);
      return {
        readings: [{ signal: 'active_wallets', value: count.senders, observedAtMs: count.atMs }],
        memory: { blocks: ranges.blocks, blockMs: Math.min(Math.max(count.blockMs, 1), DAY_MS) },
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
