import { jsonRpc, SourceError, type SourceHttp } from '@droptrack/connectors';
import type { Campaign } from '@droptrack/discovery';

const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,12})$/;

/**
 * Number of blocks above the creation of a campaign; null if its block is no longer on the chain.
 *
 * @param url - JSON-RPC URL of its chain.
 * @throws {SourceError}
 */
export async function readConfirmations(
  { rpc, blockNumber, blockHash }: Pick<Campaign, 'rpc' | 'blockNumber' | 'blockHash'>,
  url: string,
  http: SourceHttp,
): Promise<number | null> {
  const call = jsonRpc(http, url, rpc);
  const head = await call('eth_blockNumber', []);
  if (typeof head !== 'string' || !QUANTITY.test(head)) {
    throw new SourceError('wrong_shape', `${rpc}: eth_blockNumber returned no block number`);
  }
  const block = await call('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, false]);
  const hash = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : null;
  return hash === blockHash ? Math.max(0, Number(head) - blockNumber) : null;
}
