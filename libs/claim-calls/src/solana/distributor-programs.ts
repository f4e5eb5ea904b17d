import { sha256 } from '@droptrack/sha256';
import type { ChainAccount } from './agreed-accounts';
import { littleEndian, viewOf } from './bytes';

/** Program with the offsets of values in the data of its accounts. */
interface DistributorProgram {
  /** Program of the published source: others with the same accounts could have other instructions. */
  readonly address: string;
  /** True for instructions with an optional signer of the project, in whose place the program stands. */
  readonly hasOperator: boolean;
  /**
   * `totals`: maximum amount and number of claims, claimed amount, number of claims, start, end and clawback, 8 bytes each. `base`: a key
   * that is a seed of the address. `extra`: activation, its unit, the type of claims, and the bonus.
   */
  readonly distributor: Readonly<Record<'length' | 'root' | 'mint' | 'version' | 'totals' | 'clawedBack', number>> &
    Readonly<Record<'base' | 'extra', number | null>>;
  /** `amounts`: locked part, withdrawn amount of it, unlocked part, 8 bytes each. */
  readonly status: Readonly<Record<'length' | 'wallet' | 'amounts', number>> & { readonly distributor: number | null };
}

/** Name of a program in catalogue files. */
export type DistributorProgramName = 'jito' | 'jupiter';

/**
 * Source: `programs/merkle-distributor/src` of github.com/jito-foundation/distributor at 2cf79f63973a79e6354871dc9355a63aa1d15139, and of
 * github.com/jup-ag/distributor at 304c28a4e15f4032a2cea88e1c54b839a8d7de4d.
 */
export const DISTRIBUTOR_PROGRAMS: Readonly<Record<DistributorProgramName, DistributorProgram>> = {
  jito: {
    ...{ address: 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv', hasOperator: false },
    distributor: { length: 240, version: 9, root: 17, mint: 49, totals: 113, clawedBack: 233, base: null, extra: null },
    status: { length: 64, wallet: 8, amounts: 40, distributor: null },
  },
  jupiter: {
    ...{ address: 'DiS3nNjFVMieMgmiQFm6wgJL7nevk4NrhXKLbtEH1Z2R', hasOperator: true },
    distributor: { length: 448, root: 8, mint: 40, base: 72, version: 264, totals: 272, extra: 328, clawedBack: 339 },
    status: { length: 160, distributor: 40, wallet: 72, amounts: 104 },
  },
};

/** State of a distributor. Amounts in base units, instants in seconds since the epoch. */
export type DistributorState = NonNullable<ReturnType<typeof distributorState>>;

/** State by the account of a distributor; null for another account. */
export function distributorState(name: DistributorProgramName, account: ChainAccount | null) {
  const { address, distributor: at } = DISTRIBUTOR_PROGRAMS[name];
  if (account?.owner !== address || !isOfKind(account.data, 'MerkleDistributor', at.length)) return null;
  const { u64, i64, u8, bytes, key } = viewOf(account.data);
  const { totals, extra, base } = at;
  const ownSeeds = [...(base === null ? [] : [bytes(base)]), bytes(at.mint), littleEndian(u64(at.version), 8)];
  return {
    ...{
      root: bytes(at.root),
      mint: key(at.mint),
      seeds: [new TextEncoder().encode('MerkleDistributor'), ...ownSeeds],
    },
    ...{
      maxAmount: u64(totals),
      maxClaims: u64(totals + 8),
      claimedAmount: u64(totals + 16),
      claims: u64(totals + 24),
    },
    ...{ startsAt: i64(totals + 32), endsAt: i64(totals + 40), clawbackAt: i64(totals + 48) },
    isClawedBack: u8(at.clawedBack) !== 0,
    /** First slot or second in which it pays; null for a program without one. */
    activation: extra === null ? null : { at: u64(extra), isSlot: u8(extra + 8) === 0 },
    /** 0: the wallet alone claims; 1 and 3: with a signature of the project; 2 and 3: the amount is staked. */
    claimType: extra === null ? 0 : u8(extra + 9),
    /** True if claims can be deleted, as while a project tests. */
    isClosable: extra !== null && u8(extra + 12) !== 0,
    /** True if waiting increases the amount. */
    hasBonus: extra !== null && u64(extra + 16) !== 0n,
  };
}

/** State by the account of a claim, in base units; null for another account, and for the claim of another wallet or distributor. */
export function statusState(
  name: DistributorProgramName,
  account: ChainAccount | null,
  of: { readonly wallet: string; readonly distributor: string },
) {
  const { address, status: at } = DISTRIBUTOR_PROGRAMS[name];
  if (account?.owner !== address || !isOfKind(account.data, 'ClaimStatus', at.length)) return null;
  const { u64, key } = viewOf(account.data);
  if (key(at.wallet) !== of.wallet || (at.distributor !== null && key(at.distributor) !== of.distributor)) return null;
  return { locked: u64(at.amounts), withdrawn: u64(at.amounts + 8), unlocked: u64(at.amounts + 16) };
}

/** True for data of an Anchor program's account of a kind. */
const isOfKind = (data: Uint8Array, kind: string, length: number): boolean =>
  data.length === length && discriminator(`account:${kind}`).every((byte, n) => byte === data[n]);

/** First bytes of data of an Anchor program: of the hash of its kind and name, such as `global:new_claim`. */
export const discriminator = (name: string): Uint8Array => sha256(new TextEncoder().encode(name)).slice(0, 8);

/** Part of a locked amount that has unlocked, rounded down as the programs do. */
export function vestedAmount(
  locked: bigint,
  { startsAt, endsAt }: Pick<DistributorState, 'startsAt' | 'endsAt'>,
  atSeconds: bigint,
): bigint {
  if (atSeconds < startsAt) return 0n;
  return atSeconds >= endsAt ? locked : ((atSeconds - startsAt) * locked) / (endsAt - startsAt);
}
