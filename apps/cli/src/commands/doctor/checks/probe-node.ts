import { BLOCKS_AT_FIRST, Chain, jsonRpc, SourceError, type SourceHttp } from '@droptrack/sources';
import { span } from '../../../output/format';

/** Time after which the latest block is old for any chain. */
const BEHIND_MS = 60 * 60_000;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** No contract: a node checks the length of a range before it searches. */
const NOWHERE = '0x000000000000000000000000000000000000dead';

/**
 * Asks a node for its chain, its latest block, and logs of as many blocks as a poll requests at first.
 *
 * @returns what it read.
 * @throws {SourceError} also for a node that lags behind its chain.
 */
export async function probeNode(http: SourceHttp, rpc: string, url: string, nowMs: number): Promise<string> {
  const chain = new Chain(jsonRpc(http, url, rpc), rpc);
  const id = await chain.id();
  const latest = await chain.latest();
  const behindMs = Math.max(0, nowMs - latest.atMs);
  const block = `chain ${id}, block ${latest.number}, ${span(behindMs)} old`;
  if (behindMs > BEHIND_MS) throw new SourceError('status', `${rpc}: the node lags behind (${block})`);
  const from = Math.max(0, latest.number - BLOCKS_AT_FIRST + 1);
  try {
    await chain.senderLogs({ contracts: [NOWHERE], topic: TRANSFER }, from, latest.number);
    return `${block}; logs of ${BLOCKS_AT_FIRST} blocks in one request`;
  } catch (error) {
    if (!(error instanceof SourceError && error.kind === 'too_large')) throw error;
    return `${block}; it rejects logs of ${BLOCKS_AT_FIRST} blocks in one request, so polls take more (${error.message})`;
  }
}
