import { base58 } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import type { Life } from './life';

/** CAIP-2 names of the chains that lists are published on. */
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

/** CAIP-19 of a token that nobody ever made; null on chains of which no name is known here. */
export function tokenAddress({ seed, dropId, traits }: Life): string | null {
  const chain = CAIP_CHAINS[traits.chain];
  if (chain === undefined) return null;
  const bytes = bytesOf(`${seed}/${dropId}/token`);
  return traits.chain === 'solana' ? `${chain}/token:${base58.encode(bytes)}` : `${chain}/erc20:${evmAddress(bytes)}`;
}

/**
 * 32 bytes that follow from a text by SHA-256. An address is made from a key, and nobody can tell a key that leads to
 * bytes which were chosen otherwise: so what is made here belongs to nobody who could prove it.
 */
export function bytesOf(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

/** The first 20 of some bytes as people write an EVM address, lower case. */
export function evmAddress(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes.slice(0, 20))}`;
}
