import { createHash } from 'node:crypto';

/** Claim whose account is looked for. */
export interface AccountClaim {
  /** 32 bytes. */
  readonly wallet: Uint8Array;
  /** Null if the list has no claim indexes. */
  readonly index: bigint | null;
  /** 32 bytes, the address of the distributor's account. */
  readonly distributor: Uint8Array;
}

/** Accounts in which a program keeps its claims. */
export interface ClaimAccounts {
  /** Seeds of the address of a claim's account; null if the list lacks a value. */
  seeds(claim: AccountClaim): readonly Uint8Array[] | null;
  /** True for the data of a distributor of this program whose claims keep their accounts for as long as it exists. */
  isDistributor(data: Uint8Array): boolean;
  /** Claimed base units by the data of an account; null for data of another form, or of the claim of another wallet. */
  claimedAmount(data: Buffer, claim: AccountClaim): bigint | null;
  /** Absent for a program whose claims cannot be listed. */
  readonly statuses?: StatusPlaces;
}

/** Places in the data of a program's accounts, by which the claims of a distributor are listed. */
export interface StatusPlaces {
  /** Length of the data of a claim. */
  readonly length: number;
  /** Offset of the wallet of a claim. */
  readonly wallet: number;
  /** Offset of the distributor of a claim; null where only the address of the account depends on it. */
  readonly distributor: number | null;
  /** Offset of the number of claims in the data of the distributor, a u64. */
  readonly count: number;
}

const CLAIM_STATUS = Buffer.from('ClaimStatus');
const KEY_BYTES = 32;
const U64_MAX = 2n ** 64n - 1n;

/** First bytes of the data of an Anchor program's account: of the hash of its name. */
const discriminator = (name: string): Buffer => createHash('sha256').update(`account:${name}`).digest().subarray(0, 8);
const DISTRIBUTOR = discriminator('MerkleDistributor');
/** First bytes of the data of a claim. */
export const CLAIM = discriminator('ClaimStatus');

/** True for data of an account by its first bytes and its length, which differs between versions of a program. */
const isAccount = (data: Uint8Array, kind: Buffer, length: number): boolean =>
  data.length === length && kind.equals(data.subarray(0, kind.length));

const hasKey = (data: Buffer, offset: number, key: Uint8Array): boolean =>
  data.subarray(offset, offset + KEY_BYTES).equals(key);

const byWallet = ({ wallet, distributor }: AccountClaim): readonly Uint8Array[] => [CLAIM_STATUS, wallet, distributor];

/**
 * github.com/jito-foundation/distributor, `programs/merkle-distributor/src/state`. A claim pays the unlocked part; the
 * locked part is withdrawn later, as it unlocks.
 */
const JITO: ClaimAccounts = {
  seeds: byWallet,
  isDistributor: (data) => isAccount(data, DISTRIBUTOR, 240),
  claimedAmount: (data, { wallet }) =>
    isAccount(data, CLAIM, 64) && hasKey(data, 8, wallet) ? data.readBigUInt64LE(48) + data.readBigUInt64LE(56) : null,
  statuses: { length: 64, wallet: 8, distributor: null, count: 137 },
};

/**
 * github.com/jup-ag/distributor, the same program with other layouts. The account of a claim can be closed by the admin of a
 * distributor that is marked `closable`, so no account would not mean no claim. The bonus is not part of the allocation.
 */
const JUPITER: ClaimAccounts = {
  seeds: byWallet,
  isDistributor: (data) => isAccount(data, DISTRIBUTOR, 448) && data[340] === 0,
  claimedAmount: (data, { wallet, distributor }) =>
    isAccount(data, CLAIM, 160) && hasKey(data, 72, wallet) && hasKey(data, 40, distributor)
      ? data.readBigUInt64LE(112) + data.readBigUInt64LE(120)
      : null,
  statuses: { length: 160, wallet: 72, distributor: 40, count: 296 },
};

/** github.com/saber-hq/merkle-distributor, `programs/merkle-distributor/src/lib.rs`: one claim per index of the list. */
const SABER: ClaimAccounts = {
  seeds: ({ index, distributor }) => {
    if (index === null || index > U64_MAX) return null;
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(index);
    return [CLAIM_STATUS, bytes, distributor];
  },
  isDistributor: (data) => isAccount(data, DISTRIBUTOR, 137),
  claimedAmount: (data, { wallet }) =>
    isAccount(data, CLAIM, 57) && data[8] === 1 && hasKey(data, 9, wallet) ? data.readBigUInt64LE(49) : null,
};

/** Names of {@link ClaimAccounts} in catalogue files. */
export const CLAIM_ACCOUNT_NAMES = ['jito', 'jupiter', 'saber'] as const;
export type ClaimAccountName = (typeof CLAIM_ACCOUNT_NAMES)[number];

const BY_NAME: Readonly<Record<ClaimAccountName, ClaimAccounts>> = { jito: JITO, jupiter: JUPITER, saber: SABER };

/** Accounts of a name; null for an unknown one. */
export function claimAccounts(name: string): ClaimAccounts | null {
  const known = CLAIM_ACCOUNT_NAMES.find((each) => each === name);
  return known === undefined ? null : BY_NAME[known];
}
