import { base58, bech32 } from '@scure/base';
import { createHash } from 'node:crypto';

/** Family of a wallet, as the judge names it. */
export type Family = 'evm' | 'solana' | 'starknet' | 'cosmos';
export const FAMILIES: readonly Family[] = ['evm', 'solana', 'starknet', 'cosmos'];

type Seed = readonly (string | number)[];
/** Reproducible random bytes and numbers. */
export const hashOf = (...seed: Seed): Buffer => createHash('sha256').update(seed.join(' ')).digest();
export const numberOf = (below: number, ...seed: Seed): number => hashOf(...seed).readUInt32BE() % below;

/**
 * Prefixes that the wallets of a family share, so that a few buckets contain all of them: 12 bits of EVM and Starknet
 * addresses, 16 bits of the others. The last one has wallets in no list only.
 */
const GROUPS: Readonly<Record<Family, readonly string[]>> = {
  evm: ['000', '07f', '111', '3d4', '7ff', '800', 'abc', 'abd', 'd8d', 'fff', '5a5'],
  solana: ['0101', '1a2b', '7f00', '8001', 'c0de', 'ffff', '4444'],
  starknet: ['04d', '012', '07e', '033', '055'],
  cosmos: ['0000', '1234', 'fedc', 'a000', 'beef'],
};

const walletOf: Readonly<Record<Family, (group: string, hash: Buffer) => string>> = {
  evm: (group, hash) => `0x${group}${hash.toString('hex').slice(0, 40 - group.length)}`,
  solana: (group, hash) => base58.encode(Buffer.from(group + hash.toString('hex').slice(0, 60), 'hex')),
  starknet: (group, hash) => `0x${group}${hash.toString('hex').slice(0, 64 - group.length)}`,
  cosmos: (group, hash) =>
    bech32.encode('cosmos', bech32.toWords(Buffer.from(group + hash.toString('hex').slice(0, 36), 'hex'))),
};

function pool(family: Family, groups: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) =>
    walletOf[family](groups[n % groups.length] ?? '', hashOf(family, groups.length, n)),
  );
}

/** Wallets of which the lists are made. */
export const LISTED: Readonly<Record<Family, readonly string[]>> = {
  evm: pool('evm', GROUPS.evm.slice(0, -1), 4_000),
  solana: pool('solana', GROUPS.solana.slice(0, -1), 800),
  starknet: pool('starknet', GROUPS.starknet.slice(0, -1), 600),
  cosmos: pool('cosmos', GROUPS.cosmos.slice(0, -1), 600),
};

/** 10 000 wallets in random order: those of the lists, and wallets that are in none. Some have another spelling. */
export const CHECKED: readonly string[] = [
  ...Object.values(LISTED).flat(),
  ...pool('evm', GROUPS.evm, 2_600),
  ...pool('solana', GROUPS.solana, 600),
  ...pool('starknet', GROUPS.starknet, 400),
  ...pool('cosmos', GROUPS.cosmos, 400),
]
  .map(spelled)
  .sort((a, b) => Buffer.compare(hashOf('order', a), hashOf('order', b)));

/** One third in upper case, and Starknet addresses without their leading zero; base58 has one spelling. */
export function spelled(wallet: string): string {
  if (numberOf(3, 'spelled', wallet) > 0) return wallet;
  if (wallet.startsWith('cosmos')) return wallet.toUpperCase();
  if (!wallet.startsWith('0x')) return wallet;
  const digits = wallet.slice(2).toUpperCase();
  return `0x${digits.length === 64 ? digits.slice(1) : digits}`;
}
