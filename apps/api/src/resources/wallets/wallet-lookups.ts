import { walletFamilies, withMarket } from '@droptrack/catalogue';
import { ClaimChecker } from '@droptrack/claims';
import { type DropStatus, isSampleDropId, WALLET_CLAIMS_MAX, type WalletDropsInclude } from '@droptrack/contracts';
import { listGapOf, type Wallet } from '@droptrack/eligibility';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '../../catalogue/clock';
import type { CurrentView } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LogDatabase } from '../../catalogue/log-database';
import { withDeadline } from '../eligibility/deadline';
import { ClaimLedgers } from '../eligibility/claim-ledgers';
import { DropChecks, type FoundAllocation, withClaimStates } from '../eligibility/drop-checks';
import { ListLookups, LOOKUP_MS_MAX } from '../eligibility/list-lookups';
import { dropListsOf } from './active-lists';
import { type CheckedDrop, type SearchedDrop, searchLists } from './search-lists';
import type { DropFacts } from './wallet-results';

/** Terms of a request that apply to all of its wallets. */
export interface WalletDropsTerms {
  readonly current: CurrentView;
  /** Instant of the check, milliseconds since the epoch. */
  readonly atMs: number;
  /** Statuses of the drops; null for all. */
  readonly status: readonly DropStatus[] | null;
  /** True: only sample drops; false: only real ones; null for both. */
  readonly sample: boolean | null;
  readonly include: ReadonlySet<WalletDropsInclude>;
}

/** Maximum wait for the claim states of all wallets of a request, in milliseconds. */
const CLAIMS_MS_MAX = 2_000;
/** One statement at a time, so that requests about many lists leave the other connections to single checks. */
const CONCURRENT_BATCHES_MAX = 1;

/** Collects the facts about wallets and all drops, in round trips apart from those of single checks. */
@Injectable()
export class WalletLookups {
  readonly #lists: ListLookups;
  readonly #checks: DropChecks;

  constructor(
    private readonly definitions: Definitions,
    db: LogDatabase,
    claims: ClaimChecker,
    ledgers: ClaimLedgers,
    clock: Clock,
  ) {
    this.#lists = new ListLookups(db, CONCURRENT_BATCHES_MAX);
    this.#checks = new DropChecks(definitions, this.#lists, claims, ledgers, clock);
  }

  /**
   * Facts per wallet about the drops that accept it, and about those of which this service can check no wallet.
   *
   * @throws {UnavailableError} if the database does not respond in time, or one of the lists was just replaced.
   */
  async find(wallets: readonly Wallet[], terms: WalletDropsTerms): Promise<readonly (readonly DropFacts[])[]> {
    const found = await withDeadline(this.#lookUp(wallets, terms), LOOKUP_MS_MAX);
    return Promise.all(
      found.map(async ({ listed, others }) => [...(await Promise.all(listed.map(withClaims))), ...others]),
    );
  }

  async #lookUp(wallets: readonly Wallet[], terms: WalletDropsTerms): Promise<LookedUp[]> {
    const searched = await searchLists(wallets, await this.#dropsOf(terms), this.#lists);
    const { include, atMs } = terms;
    const options = {
      withClaim: include.has('claimed'),
      withProof: include.has('proofs') || include.has('claim'),
      atMs,
    };
    const late = pause(options.withClaim ? CLAIMS_MS_MAX : 0, null, { ref: false });
    // One request must not fill the queue of a node, which single checks share.
    const calls = { left: WALLET_CLAIMS_MAX };
    const complete = async (found: SearchedDrop, wallet: Wallet): Promise<ListedDrop> => {
      const { definition } = found.drop;
      const allocations = await this.#checks.complete(found.allocations, { ...options, calls, wallet, definition });
      return { ...found, allocations: allocations.map((each) => withinTime(each, late)) };
    };
    return Promise.all(
      wallets.map(async (wallet, n) => {
        const drops = searched[n] ?? [];
        const listed = drops.filter(isListed).map((drop) => complete(drop, wallet));
        return { listed: await Promise.all(listed), others: drops.filter((drop) => !isListed(drop)).map(unlisted) };
      }),
    );
  }

  async #dropsOf({ current, status, sample }: WalletDropsTerms): Promise<CheckedDrop[]> {
    const drops = dropListsOf(current.view).filter(
      (drop) =>
        (status === null || status.includes(drop.status)) && (sample === null || isSampleDropId(drop.id) === sample),
    );
    const bodies = await this.definitions.ofAll(
      drops.map(({ id }) => id),
      current,
    );
    return drops.flatMap(({ id, status: state, allocations, exclusions }, n) => {
      const body = bodies[n];
      if (body === undefined) return [];
      const definition = withMarket(body.definition, current.view.market(id), current.asOfMs);
      const isComplete = listGapOf(allocations, definition) === null;
      const families = walletFamilies(definition);
      return { id, status: state, allocations, exclusions, definition, isComplete, families };
    });
  }
}

/** Listed drop of which the claim states may still be on their way. */
interface ListedDrop extends Omit<DropFacts, 'allocations'> {
  readonly allocations: readonly FoundAllocation[];
}

/** Drops of a wallet. Most have no list that contains it, and nothing to wait for. */
interface LookedUp {
  readonly listed: readonly ListedDrop[];
  readonly others: readonly DropFacts[];
}

const isListed = ({ allocations }: SearchedDrop): boolean => allocations.some(({ rows }) => rows.length > 0);
const unlisted = ({ drop, allocations, exclusions }: SearchedDrop): DropFacts => ({
  drop,
  exclusions,
  allocations: allocations.map(({ list }) => ({ list, entries: [] })),
});

/** Entries whose claim states are null once it is too late. */
const withinTime = ({ list, entries }: FoundAllocation, late: Promise<null>): FoundAllocation => ({
  list,
  entries: entries.map(({ claim, ...entry }) => ({ ...entry, claim: claim && Promise.race([claim, late]) })),
});

const withClaims = async ({ allocations, ...drop }: ListedDrop): Promise<DropFacts> => ({
  ...drop,
  allocations: await withClaimStates(allocations),
});
