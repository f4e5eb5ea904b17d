import { type Hash, hexToBytes, PORTABLE_HASH } from '@droptrack/eligibility';
import { hexOfBytes, quantity } from './hex';
import type { NodeRequest } from './node-requests';

/**
 * Slots in which proxies keep the addresses of their implementation and of their beacon.
 *
 * Source: https://eips.ethereum.org/EIPS/eip-1967
 */
const PROXY_SLOTS = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
] as const;

/** Requests of the code of a contract and of the slots of a proxy. */
export const codeRequests = (
  address: string,
  block: bigint,
): readonly (NodeRequest & { readonly params: readonly string[] })[] => [
  { method: 'eth_getCode', params: [address, quantity(block)] },
  ...PROXY_SLOTS.map((slot) => ({ method: 'eth_getStorageAt', params: [address, slot, quantity(block)] })),
];

/** Code of a contract, as the responses to {@link codeRequests} state it. */
export interface ContractCode {
  /**
   * keccak256 of the code; of a proxy, of its code and the two slots. `0x` and 64 hex digits. Null for the proxy of a beacon, which can
   * name other code without a change of the proxy.
   */
  readonly hash: string | null;
  /** True for a proxy, whose code can be replaced. */
  readonly isProxy: boolean;
}

/** Code by the results of {@link codeRequests}. Null for an address without code, or whose code is that of another one (EIP-7702). */
export function contractCode([code, ...slots]: readonly unknown[], hash: Hash = PORTABLE_HASH): ContractCode | null {
  if (typeof code !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(code) || /^0xef0100/i.test(code)) return null;
  const words = slots.map((slot) =>
    typeof slot === 'string' && /^0x[0-9a-f]{0,64}$/i.test(slot) ? slot.slice(2) : null,
  );
  if (words.includes(null)) return null;
  const set = words.map((word) => (word ?? '').padStart(64, '0').toLowerCase());
  const [isProxy, isOfBeacon] = [set, set.slice(1)].map((all) => all.some((word) => /[^0]/.test(word)));
  if (isOfBeacon) return { hash: null, isProxy: true };
  const bytes = hexToBytes(code.slice(2) + (isProxy ? set.join('') : ''));
  return { hash: hexOfBytes(hash.keccak256(bytes)), isProxy: isProxy === true };
}
