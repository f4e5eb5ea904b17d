import { base58 } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import type { Life } from './life';

/** CAIP-2 ids of the chains with lists. */
const CAIP_CHAINS: Readonly<Record<string, string>> = {
  arbitrum: 'eip155:42161',
  base: 'eip155:8453',
  bsc: 'eip155:56',
  ethereum: 'eip155:1',
  linea: 'eip155:59144',
  optimism: 'eip155:10',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  zksync: 'eip155:324',
};

/** CAIP-19 of a fictitious token; null for chains without a CAIP-2 id here. */
export function tokenAddress({ seed, dropId, traits }: Life): string | null {
  const chain = CAIP_CHAINS[traits.chain];
  if (chain === undefined) return null;
  const bytes = bytesOf(`${seed}/${dropId}/token`);
  return traits.chain === 'solana' ? `${chain}/token:${base58.encode(bytes)}` : `${chain}/erc20:${evmAddress(bytes)}`;
}

/**
 * SHA-256 of a text. No private key is known for an address that is derived from a hash, so the wallets and tokens of the
 * sample belong to no person.
 */
export function bytesOf(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

/** Formats the first 20 bytes as an EVM address in lower case. */
export function evmAddress(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes.slice(0, 20))}`;
}
