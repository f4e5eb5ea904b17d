import { jsonRpc, SourceError, type SourceHttp } from '@droptrack/sources';
import type { Campaign, CampaignState } from '@droptrack/discovery';
import { readTokenBalance } from './token-balance';

const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,12})$/;

/**
 * State of a campaign on its chain; null if the block of its creation is no longer there.
 *
 * @param url - JSON-RPC URL of its chain.
 * @throws {SourceError}
 */
export async function readCampaignState(
  campaign: Pick<Campaign, 'rpc' | 'blockNumber' | 'blockHash' | 'token' | 'contract'>,
  url: string,
  http: SourceHttp,
): Promise<CampaignState | null> {
  const { rpc, blockNumber, blockHash } = campaign;
  const call = jsonRpc(http, url, rpc);
  const head = await call('eth_blockNumber', []);
  if (typeof head !== 'string' || !QUANTITY.test(head)) {
    throw new SourceError('wrong_shape', `${rpc}: eth_blockNumber returned no block number`);
  }
  const block = await call('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, false]);
  const hash = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : null;
  if (hash !== blockHash) return null;
  const balance = await readTokenBalance(campaign, call);
  if (balance === null) throw new SourceError('wrong_shape', `${rpc}: balanceOf returned no amount`);
  return { confirmations: Math.max(0, Number(head) - blockNumber), balance };
}
