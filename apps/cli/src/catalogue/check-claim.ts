import { parseClaim, type DeclaredClaim } from '@droptrack/connectors';
import type { Finding } from './fault';
import { isRecord } from './raw-drop';

/** Same pattern as in the schema. */
const NAME = /^[a-zA-Z_$][a-zA-Z0-9_$]*$/;

/**
 * Errors of `claim` that the schema cannot detect: a contract with a wrong checksum, a function that is not known to
 * report claims, a chain without a known id.
 *
 * @param token - `token` of the drop, of any form.
 */
export function checkClaim(claim: unknown, token: unknown): Finding[] {
  if (!isStated(claim)) return [];
  return parseClaim(claim, assetOf(token)).faults.map(({ member, message }) => ({
    path: member === null ? ['claim'] : ['claim', member],
    on: member === null ? 'key' : 'value',
    message,
  }));
}

/** Type guard for the members used here; the schema reports other forms. */
function isStated(claim: unknown): claim is DeclaredClaim {
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
