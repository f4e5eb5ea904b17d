import type { AllocationProof } from '@droptrack/contracts';
import type { AccountsReading, ChainAccount } from './agreed-accounts';
import type { ClaimKeys } from './claim-instructions';
import { type DistributorProgramName, distributorState, statusState, vestedAmount } from './distributor-programs';
import { isUnused, TOKEN_PROGRAM, tokenAccount } from './token-accounts';

/** Claim of one entry of a list on Solana. Addresses are base58, amounts base units. */
export interface SolanaClaimTerms {
  /** CAIP-2, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  readonly chain: string;
  readonly program: string;
  /** Name of the accounts of the program in the catalogue. */
  readonly accounts: DistributorProgramName;
  readonly distributor: string;
  /** Token of the drop. */
  readonly mint: string;
  readonly wallet: string;
  /** Total of the entry, above 0. */
  readonly amount: bigint;
  /** Part of `amount` that unlocks over time. */
  readonly locked: bigint;
  /** Null for a list without a tree. */
  readonly proof: AllocationProof | null;
}

/** Loaders of the programs that can be called. */
const LOADERS = ['BPFLoaderUpgradeab1e11111111111111111111111', 'BPFLoader2111111111111111111111111111111111'];

/** State of a claim; an account of another kind is null. */
export type SolanaClaimState = ReturnType<typeof claimState>;

/** State by a reading of the accounts of a claim, of their rents and of that of an account without data. */
export function claimState(terms: SolanaClaimTerms, keys: ClaimKeys, reading: AccountsReading) {
  const account = (address: string) => reading.accounts.get(address) ?? null;
  const [program, status, target] = [account(terms.program), account(keys.status), account(keys.target)];
  const [statusRent = 0n, targetRent = 0n, lamportsMin = 0n] = reading.rents;
  return {
    ...{ slot: reading.slot, clock: reading.clock },
    hasProgram: program !== null,
    isProgram: program?.isExecutable === true && LOADERS.includes(program.owner),
    distributor: distributorState(terms.accounts, account(keys.distributor)),
    status: isUnused(status) ? ('none' as const) : statusState(terms.accounts, status, keys),
    /** True for a token of the only token program that the programs call. */
    isToken: account(keys.mint)?.owner === TOKEN_PROGRAM,
    vault: tokenAccount(account(keys.vault)),
    /** Token account of the wallet. */
    target: isUnused(target) ? ('none' as const) : tokenAccount(target),
    /** Lamports of the wallet. */
    lamports: account(keys.wallet)?.lamports ?? 0n,
    /** Lamports that the wallet pays for the account of the claim and its token account; 0 for one that exists. */
    rents: [rentOf(status, statusRent), rentOf(target, targetRent)],
    /** Lamports without which a wallet cannot be left, unless it is empty. */
    lamportsMin,
  };
}

/** Rent that is missing: anyone can send lamports to an address before its account exists. */
function rentOf(account: ChainAccount | null, rent: bigint): bigint {
  const lamports = account?.lamports ?? 0n;
  return isUnused(account) && lamports < rent ? rent - lamports : 0n;
}

/**
 * Steps of a claim at an instant, in base units: whether it creates its account, what it withdraws of the locked part, and what it pays in all.
 *
 * @param atSeconds - seconds since the epoch.
 */
export function stepsAt(
  { amount, locked }: SolanaClaimTerms,
  { status, distributor }: SolanaClaimState,
  atSeconds: bigint,
) {
  const isNew = status === 'none';
  const withdrawn = status === null || status === 'none' ? 0n : status.withdrawn;
  const vested = distributor === null ? 0n : vestedAmount(locked, distributor, atSeconds);
  const withdraws = vested > withdrawn ? vested - withdrawn : 0n;
  return { isNew, withdraws, pays: withdraws + (isNew ? amount - locked : 0n) };
}
