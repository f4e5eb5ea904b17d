import type { DropDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import type { ProofFormat } from '@droptrack/contracts';
import { parseWallet, PORTABLE_HASH, type Wallet } from '@droptrack/eligibility';
import { bulkHash } from '@droptrack/eligibility/formats';
import { applyDefinitions, type Database, loadList } from '@droptrack/persistence';
import { base58, bech32 } from '@scure/base';
import { createHash } from 'node:crypto';

/** Wallets without owners, by name; the same in each run. Tests with different seeds have different ones. */
export function generatedWallets(seed: string) {
  const bytesOf = (name: string, length: number): Uint8Array =>
    createHash('sha256').update(`droptrack ${seed} ${name}`).digest().subarray(0, length);
  return {
    evm: (name: string): Wallet => parseWallet(`0x${Buffer.from(bytesOf(name, 20)).toString('hex')}`),
    solana: (name: string): Wallet => parseWallet(base58.encode(bytesOf(name, 32))),
    starknet: (name: string): Wallet => parseWallet(`0x01${Buffer.from(bytesOf(name, 31)).toString('hex')}`),
    cosmos: (name: string): Wallet => parseWallet(bech32.encode('celestia', bech32.toWords(bytesOf(name, 20)))),
  };
}

/** Instant of past snapshots. */
export const PAST = '2026-01-05T00:00:00.000Z';

/** A drop whose claim window is open. */
export const LISTED_DROP = dropDefinition({
  id: 'listed',
  snapshot: { block: null, date: fact(PAST) },
  events: [eventDefinition({ startsAt: PAST, endsAt: null })],
});

/** Applies drops, and archives one more, `gone`. */
export async function applyDrops(db: Database, drops: readonly DropDefinition[]): Promise<void> {
  for (const definitions of [[...drops, dropDefinition({ id: 'gone' })], drops]) {
    await applyDefinitions(db, { origin: 'catalogue', definitions, prune: true, nowMs: Date.now() });
  }
}

/** Options of a list with a tree, so that checks have proofs. */
export const WITH_PROOFS = { tree: { format: 'uniswap', expectRoot: null, hash: PORTABLE_HASH } } as const;

/** The same for a tree of another format, which may need other hash functions. */
export const withProofsOf = async (format: ProofFormat) => ({
  tree: { format, expectRoot: null, hash: await bulkHash(format) },
});

/** Loads an allocation list with the same amount for each wallet. */
export async function loadWallets(
  db: Database,
  dropId: string,
  wallets: readonly Wallet[],
  options: Partial<Parameters<typeof loadList>[1]> = {},
): Promise<void> {
  await loadList(db, {
    dropId,
    kind: 'allocation',
    rows: () => wallets.map(({ bytes }, i) => ({ line: i + 1, wallet: bytes, amount: 7n, index: BigInt(i) })),
    sha256: () => 'ab'.repeat(32),
    url: null,
    nowMs: Date.now(),
    ...options,
  });
}
