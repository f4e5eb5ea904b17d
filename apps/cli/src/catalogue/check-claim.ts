import { readClaim, type StatedClaim } from '@droptrack/connectors';
import type { Finding } from './fault';
import { isRecord } from './record';

/** As in the schema. */
const NAME = /^[a-zA-Z_$][a-zA-Z0-9_$]*$/;

/**
 * Finds what no chain can be asked: a contract whose checksum is wrong, a function that is not
 * known to report claims, a chain that nothing tells the number of.
 *
 * @param token - the drop's `token`, of whatever form.
 */
export function checkClaim(claim: unknown, token: unknown): Finding[] {
  if (!isStated(claim)) return [];
  return readClaim(claim, assetOf(token)).faults.map(({ member, message }) => ({
    path: member === null ? ['claim'] : ['claim', member],
    on: member === null ? 'key' : 'value',
    message,
  }));
}

/** Whether it has the form that the schema asks for, as far as it is looked at here. */
function isStated(claim: unknown): claim is StatedClaim {
  if (!isRecord(claim)) return false;
  const { rpc, contract, chain_id: chainId, check } = claim;
  return (
    typeof rpc === 'string' &&
    typeof contract === 'string' &&
    (chainId === undefined || typeof chainId === 'number') &&
    (check === 'uniswap' || check === 'ens' || check === 'mapping' || (isRecord(check) && isNaming(check)))
  );
}

const isNaming = ({ mapping, ...own }: Readonly<Record<string, unknown>>): boolean =>
  mapping === undefined
    ? Object.keys(own).length === 1 && typeof own['function'] === 'string'
    : Object.keys(own).length === 0 && typeof mapping === 'string' && NAME.test(mapping);

function assetOf(token: unknown): string | null {
  const address = isRecord(token) ? token['address'] : null;
  const asset = isRecord(address) ? address['value'] : address;
  return typeof asset === 'string' ? asset : null;
}
