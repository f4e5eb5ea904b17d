import type { jsonRpc } from '@droptrack/sources';
import type { Campaign } from '@droptrack/discovery';

const BALANCE_OF = '0x70a08231';
const WORD = /^0x[0-9a-f]{64}$/i;

/**
 * Tokens that the contract of a campaign holds in the latest block, base units; null if the response is no amount.
 *
 * @throws {SourceError}
 */
export async function readTokenBalance(
  { token, contract }: Pick<Campaign, 'token' | 'contract'>,
  call: ReturnType<typeof jsonRpc>,
): Promise<bigint | null> {
  const data = `${BALANCE_OF}${contract.slice(2).toLowerCase().padStart(64, '0')}`;
  const result = await call('eth_call', [{ to: token, data }, 'latest']);
  return typeof result === 'string' && WORD.test(result) ? BigInt(result) : null;
}
