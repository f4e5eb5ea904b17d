import type { LeafField, ProofFormat } from '@droptrack/contracts';
import { type Hash, PORTABLE_HASH } from '@droptrack/eligibility';
import { base58, bech32 } from '@scure/base';
import { createHash } from 'node:crypto';

/** Wallets of a list by default. */
const COUNT = 300;
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Random addresses, every third of which begins with the same digits, so that buckets have many rows and few. */
export const evm = (n: number): string => {
  const digits = sha256(`evm ${n}`).toString('hex').slice(0, 40);
  return `0x${n % 3 === 0 ? `abc${digits.slice(3)}` : digits}`;
};
/** Random Solana address. */
export const solana = (n: number): string => base58.encode(sha256(`solana ${n}`));
/** Random Cosmos address. */
export const cosmos = (n: number): string =>
  bech32.encode('cosmos', bech32.toWords(sha256(`cosmos ${n}`).subarray(0, 20)));
/** Random Starknet address. */
export const starknet = (n: number): string => `0x00${sha256(`starknet ${n}`).toString('hex').slice(2)}`;

/** Chain and wallets of the lists that have a tree of a format. A format without a case fails. */
export const WALLETS_OF_FORMAT: Readonly<
  Record<ProofFormat, { readonly chain: string; readonly walletOf: (n: number) => string }>
> = {
  uniswap: { chain: 'ethereum', walletOf: evm },
  ens: { chain: 'ethereum', walletOf: evm },
  openzeppelin: { chain: 'ethereum', walletOf: evm },
  abi: { chain: 'ethereum', walletOf: evm },
  packed: { chain: 'ethereum', walletOf: evm },
  jito: { chain: 'solana', walletOf: solana },
  solana_keccak: { chain: 'solana', walletOf: solana },
  starknet_pedersen: { chain: 'starknet', walletOf: starknet },
  starknet_poseidon: { chain: 'starknet', walletOf: starknet },
  ekubo: { chain: 'starknet', walletOf: starknet },
  cosmwasm: { chain: 'celestia', walletOf: cosmos },
};
/** Wallets with their number as amount. */
export const amountsOf = (walletOf: (n: number) => string, count = COUNT): Record<string, bigint> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [walletOf(n), BigInt(n) + 1n]));
/** The leaf of `ens`, for the format that has no usual fields. */
const PACKED: readonly LeafField[] = [
  { type: 'address', is: 'wallet', value: null },
  { type: 'uint256', is: 'amount', value: null },
];
/** Tree whose root is computed. `hash` has the functions of Starknet for a tree of it. */
export const treeOf = (format: ProofFormat, hash: Hash = PORTABLE_HASH) => ({
  ...{ format, expectRoot: null, hash },
  ...(format === 'ens' && { shardNybbles: () => 1 }),
  ...(format === 'packed' && { fields: PACKED }),
});

/** Path of a range. */
export const pathOf = (drop: string, prefix: string, query = ''): string =>
  `/v1/drops/${drop}/allocations/range/${prefix}${query}`;
