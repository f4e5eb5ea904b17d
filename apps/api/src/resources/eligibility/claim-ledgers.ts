import type { DropDefinition } from '@droptrack/catalogue';
import {
  type FollowedDistributor,
  followedDistributors,
  followedStyle,
  isClaimedOnce,
  UNCONFIRMED_BLOCKS,
} from '@droptrack/distributors';
import type { LedgerStyle, Wallet, WalletLedger } from '@droptrack/eligibility';
import { ClaimLedgerRepository, type ClaimLookUp, type FoundClaims } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LogDatabase } from '../../catalogue/log-database';
import { Batcher } from './batcher';
import { LOOKUP_MS_MAX, ROWS_AT_ONCE } from './list-lookups';

/** Time since the last reading from which on a ledger is not current: three intervals of its source. */
const READ_MS_MAX = 15 * 60_000;
/** Age of the latest block at the reading from which on the node is taken for stuck. */
const HEAD_MS_MAX = 15 * 60_000;
const LIMITS = { batchSizeMax: ROWS_AT_ONCE, pendingMax: 20_000, waitMsMax: LOOKUP_MS_MAX, concurrentBatchesMax: 1 };

/** Claims of a wallet by the ledger of its distributor, with what the style says of them. */
export interface FollowedClaims {
  readonly ledger: WalletLedger;
  readonly style: LedgerStyle;
}

/** True for a ledger that is up to date and was read lately. */
export const isLedgerCurrent = (
  { behindBlocks, readAtMs }: { readonly behindBlocks: number; readonly readAtMs: number },
  nowMs: number,
): boolean => behindBlocks <= UNCONFIRMED_BLOCKS && nowMs - readAtMs < READ_MS_MAX;

/** Looks up wallets in the ledgers of distributors. Concurrent checks share round trips to the database. */
@Injectable()
export class ClaimLedgers {
  readonly #found: Batcher<ClaimLookUp, FoundClaims | null>;
  readonly #followed = new WeakMap<DropDefinition, readonly FollowedDistributor[]>();

  constructor(db: LogDatabase) {
    this.#found = new Batcher((lookUps) => new ClaimLedgerRepository(db).find(lookUps), LIMITS);
  }

  /**
   * Claims of a wallet; null if the distributor of the list is not followed, or the database does not respond.
   *
   * @param list - name of the list; empty for the unnamed one.
   * @param nowMs - milliseconds since the epoch.
   */
  async of(definition: DropDefinition, list: string, wallet: Wallet, nowMs: number): Promise<FollowedClaims | null> {
    const distributor = this.#distributorsOf(definition).find((each) => each.list === list);
    const style = distributor === undefined ? null : followedStyle(distributor.style);
    if (wallet.type !== 'evm' || distributor === undefined || style === null) return null;
    const found = await this.#found.load({ distributor, wallet: wallet.bytes }).catch(() => null);
    if (found === null) return null;
    const isTransfer = style.effect === 'transfer' && style.isTimed !== true;
    return { ledger: ledgerOf(found, nowMs), style: { isOnce: isClaimedOnce(style), isTransfer } };
  }

  #distributorsOf(definition: DropDefinition): readonly FollowedDistributor[] {
    const known = this.#followed.get(definition) ?? followedDistributors(definition);
    this.#followed.set(definition, known);
    return known;
  }
}

function ledgerOf({ readAtMs, claims, ...ledger }: FoundClaims, nowMs: number): WalletLedger {
  const isOfLiveNode = readAtMs - ledger.headAtMs < HEAD_MS_MAX;
  return {
    ...ledger,
    isCurrent: isOfLiveNode && isLedgerCurrent({ behindBlocks: ledger.head - ledger.block, readAtMs }, nowMs),
    claims: claims.map(({ amount, index, ...claim }) => ({
      ...claim,
      amount: BigInt(amount),
      index: index === null ? null : BigInt(index),
    })),
  };
}
