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

const remembered = z.object({
  /** That the node answered for at once. */
  blocks: z.int().min(1).max(BLOCKS_MAX),
  /** What a block takes. */
  blockMs: z.number().min(1).max(DAY_MS),
});

/**
 * Unique senders of 24 hours (`active_wallets`) from the logs of an EVM chain, by JSON-RPC: who stands as the first
 * indexed parameter of the event that the drop names, in any of its contracts; the zero address does not count.
 *
 * Counted is up to the latest block, and the reading is dated at that block: a chain that stands still, or a node
 * that lags behind, gives an old reading rather than a new one that is too low.
 *
 * A day of logs is read once and then only what is new ({@link countSenders}); what was read is kept in the process
 * for that, 500 000 senders at most.
 */
export function evmConnector(config: SourcesConfig['evm']): Connector<EvmQuery> {
  const shelf = new SenderIndexCache();
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
      if (url === undefined) throw new SourceError('not_found', `no RPC address is configured for "${query.rpc}"`);
      const chain = new Chain(jsonRpc(http, url, query.rpc), query.rpc);
      const { blocks, blockMs } = recall(memory);
      const ranges = new BlockRanges((from, upTo) => chain.deeds(query, from, upTo), blocks);
      const key = [query.rpc, query.topic, ...query.contracts].join(' ');
      const count = await countSenders({ chain, ranges, blockMs, nowMs, shelf, key });
      if (count === null) return { readings: [], memory };
      if (count.senders === 0) await assertContract(chain, query);
      return {
        readings: [{ signal: 'active_wallets', value: count.senders, observedAtMs: count.atMs }],
        memory: { blocks: ranges.blocks, blockMs: Math.min(Math.max(count.blockMs, 1), DAY_MS) },
      };
    },
  };
}

function recall(memory: Json | null): z.infer<typeof remembered> {
  const parsed = remembered.safeParse(memory);
  return parsed.success ? parsed.data : { blocks: BLOCKS_AT_FIRST, blockMs: BLOCK_MS_AT_FIRST };
}

/** Nodes have no logs of an address without a contract, rather than an error: a wrong address would count as 0. */
async function assertContract(chain: Chain, { contracts, rpc }: EvmQuery): Promise<void> {
  for (const contract of contracts) if (await chain.hasContract(contract)) return;
  throw new SourceError('not_found', `there is no contract at ${contracts.join(', ')} on ${rpc}`);
}
