import type { DropDefinition } from '@droptrack/catalogue';
import {
  claimFacts,
  type FollowedDistributor,
  followedDistributors,
  ledgerTerms,
  UNCONFIRMED_BLOCKS,
} from '@droptrack/distributors';
import type { LedgerStyle, Wallet, WalletLedger } from '@droptrack/eligibility';
import { ClaimLedgerRepository, type ClaimLookUp, type CurrentLedger, type FoundClaim } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LogDatabase } from '../../catalogue/log-database';
import { Batcher } from './batcher';
import { LOOKUP_MS_MAX, ROWS_AT_ONCE } from './list-lookups';

/** Time since the last reading from which on a ledger is not current: three intervals of its source. */
const READ_MS_MAX = 15 * 60_000;
/** Age of the latest block at the reading from which on the node is taken for stuck. */
const HEAD_MS_MAX = 15 * 60_000;
/** Time for which ledgers are kept in memory: they change every few minutes, and a retired one can be read for ten. */
const KEPT_MS = 2_000;
const LIMITS = { batchSizeMax: ROWS_AT_ONCE, pendingMax: 20_000, waitMsMax: LOOKUP_MS_MAX, concurrentBatchesMax: 1 };

/** Claims of a wallet by the ledger of its distributor, with what the style says of them. */
export interface FollowedClaims {
  readonly ledger: WalletLedger;
  readonly style: LedgerStyle;
}

/** True for a ledger that is up to date and was read lately from a node that is not stuck. */
export const isLedgerCurrent = ({ head, headAtMs, block, readAtMs }: CurrentLedger, nowMs: number): boolean =>
  head - block <= UNCONFIRMED_BLOCKS && nowMs - readAtMs < READ_MS_MAX && readAtMs - headAtMs < HEAD_MS_MAX;

/** Looks up wallets in the ledgers of distributors. Concurrent checks share round trips to the database. */
@Injectable()
export class ClaimLedgers {
  readonly #claims: Batcher<ClaimLookUp, FoundClaim[]>;
  readonly #ledgers: LRUCache<'all', ReadonlyMap<string, CurrentLedger>>;
  readonly #followed = new WeakMap<DropDefinition, readonly FollowedDistributor[]>();

  constructor(db: LogDatabase) {
    const repository = new ClaimLedgerRepository(db);
    this.#claims = new Batcher((lookUps) => repository.claimsOf(lookUps), LIMITS);
    this.#ledgers = new LRUCache<'all', ReadonlyMap<string, CurrentLedger>>({
      ...{ max: 1, ttl: KEPT_MS },
      fetchMethod: async () => new Map((await repository.current()).map((ledger) => [keyOf(ledger), ledger])),
    });
  }

  /**
   * Ledgers of drops that are not archived, by contract.
   *
   * @throws {DatabaseUnavailableError}
   */
  async all(): Promise<CurrentLedger[]> {
    return [...(await this.#ledgers.forceFetch('all')).values()];
  }

  /**
   * Claims of a wallet; null if the distributor of the list is not followed, or the database does not respond.
   *
   * @param list - name of the list; empty for the unnamed one.
   * @param nowMs - milliseconds since the epoch.
   */
  async of(definition: DropDefinition, list: string, wallet: Wallet, nowMs: number): Promise<FollowedClaims | null> {
    const distributor = this.#distributorsOf(definition).find((each) => each.list === list);
    const style = distributor === undefined ? null : claimFacts(distributor);
    if (distributor === undefined || style === null) return null;
    if (wallet.type !== (distributor.account === undefined ? 'evm' : 'solana')) return null;
    const found = await this.#find(distributor, wallet).catch(() => null);
    return found === null ? null : { ledger: ledgerOf(found, nowMs), style };
  }

  async #find(distributor: FollowedDistributor, { bytes: wallet }: Wallet): Promise<Found | null> {
    const key = keyOf({ ...distributor, terms: ledgerTerms(distributor) });
    const ledger = (await this.#ledgers.forceFetch('all')).get(key);
    return ledger === undefined ? null : { ledger, claims: await this.#claims.load({ ledger, wallet }) };
  }

  #distributorsOf(definition: DropDefinition): readonly FollowedDistributor[] {
    const known = this.#followed.get(definition) ?? followedDistributors(definition);
    this.#followed.set(definition, known);
    return known;
  }
}

interface Found {
  readonly ledger: CurrentLedger;
  readonly claims: readonly FoundClaim[];
}

const keyOf = ({ dropId, list, contract, terms }: Pick<CurrentLedger, 'dropId' | 'list' | 'contract' | 'terms'>) =>
  `${dropId} ${list} ${contract} ${terms}`;

function ledgerOf({ ledger, claims }: Found, nowMs: number): WalletLedger {
  const { block, blockAtMs, head, headAtMs, vesting } = ledger;
  return {
    ...{ block, blockAtMs, head, headAtMs, vesting },
    isCurrent: isLedgerCurrent(ledger, nowMs),
    claims: claims.map(({ amount, index, ...claim }) => ({
      ...claim,
      amount: BigInt(amount),
      index: index === null ? null : BigInt(index),
    })),
  };
}
