import type { SourceHttp } from '../http/source-http';
import { SourceError } from '../source-error';
import { jsonRpc } from './json-rpc';

/**
 * URL of the first node that responds, so that what is read next is read from one node. The last one is not asked: its
 * failure is that of what is read next.
 *
 * @param urls - nodes of one chain, at least one.
 */
export async function respondingNode(http: SourceHttp, urls: readonly string[], chain: string): Promise<string> {
  const [first = '', ...others] = urls;
  if (others.length === 0) return first;
  try {
    await jsonRpc(http, first, chain)('eth_chainId', []);
    return first;
  } catch (error) {
    if (error instanceof SourceError) return respondingNode(http, others, chain);
    throw error;
  }
}
