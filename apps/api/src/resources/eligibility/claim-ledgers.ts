import type { ClaimDefinition } from '@droptrack/catalogue';
import { followedStyle, isClaimedOnce, UNCONFIRMED_BLOCKS } from '@droptrack/distributors';
import type { LedgerStyle, Wallet, WalletLedger } from '@droptrack/eligibility';
import { ClaimLedgerRepository, type ClaimLookUp, type FoundClaims } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LogDatabase } from '../../catalogue/log-database';
import { Batcher } from './batcher';
import { LOOKUP_MS_MAX, ROWS_AT_ONCE } from './list-lookups';

/** Time for which it is kept which contracts are followed, in milliseconds. */
const FOLLOWED_MS = 10_000;
/** Time since the last reading from which on a ledger is not current: three intervals of its source. */
const READ_MS_MAX = 15 * 60_000;
/** Age of the latest block at the reading from which on the node is taken for stuck. */
const HEAD_MS_MAX = 3_600_000;
const LIMITS = { batchSizeMax: ROWS_AT_ONCE, pendingMax: 20_000, waitMsMax: LOOKUP_MS_MAX, concurrentBatchesMax: 1 };

/** Claims of a wallet by the ledger of its distributor, with what the style says of them. */
export interface FollowedClaims {
  readonly ledger: WalletLedger;
  readonly style: LedgerStyle;
}

/** Looks up wallets in the ledgers of distributors. Concurrent checks share round trips to the database. */
@Injectable()
export class ClaimLedgers {
  readonly #found: Batcher<ClaimLookUp, FoundClaims | null>;
  #behind: Promise<ReadonlyMap<string, number>> = Promise.resolve(new Map());
  #askedMs = -Infinity;

  constructor(private readonly db: LogDatabase) {
    this.#found = new Batcher((lookUps) => new ClaimLedgerRepository(db).find(lookUps), LIMITS);
  }

  /** True for a claim whose distributor has a ledger that is not behind: no node is asked for it. */
  async isCaughtUp(claim: ClaimDefinition): Promise<boolean> {
    const behind = await this.#behindOf(claim);
    return behind !== null && behind <= UNCONFIRMED_BLOCKS;
  }

  /** Blocks by which the ledger of a distributor is behind; null without a ledger, and while the database does not respond. */
  async #behindOf({ contract, distributorStyle = '' }: ClaimDefinition): Promise<number | null> {
    if (followedStyle(distributorStyle) === null) return null;
    const nowMs = performance.now();
    if (nowMs - this.#askedMs > FOLLOWED_MS) {
      this.#askedMs = nowMs;
      this.#behind = new ClaimLedgerRepository(this.db).behind().catch(() => new Map<string, number>());
    }
    return (await this.#behind).get(contract) ?? null;
  }

  /**
   * Claims of a wallet; null if its distributor is not followed, or the database does not respond.
   *
   * @param nowMs - milliseconds since the epoch.
   */
  async of(claim: ClaimDefinition, { type, bytes: wallet }: Wallet, nowMs: number): Promise<FollowedClaims | null> {
    const style = followedStyle(claim.distributorStyle ?? '');
    if (type !== 'evm' || style === null || (await this.#behindOf(claim)) === null) return null;
    const found = await this.#found.load({ contract: claim.contract, wallet }).catch(() => null);
    if (found === null) return null;
    return {
      ledger: ledgerOf(found, nowMs),
      style: { isOnce: isClaimedOnce(style), isTransfer: style.effect === 'transfer' },
    };
  }
}

function ledgerOf({ readAtMs, claims, ...ledger }: FoundClaims, nowMs: number): WalletLedger {
  const isCaughtUp = ledger.head - ledger.block <= UNCONFIRMED_BLOCKS;
  const isRead = nowMs - readAtMs < READ_MS_MAX && readAtMs - ledger.headAtMs < HEAD_MS_MAX;
  return {
    ...ledger,
    isCurrent: isCaughtUp && isRead,
    claims: claims.map(({ amount, index, ...claim }) => ({
      ...claim,
      amount: BigInt(amount),
      index: index === null ? null : BigInt(index),
    })),
  };
}
