import {
  type ClaimDefinition,
  claimOf,
  claimWindowAt,
  type DropDefinition,
  type ListEntry,
  walletFamilies,
  withMarket,
} from '@droptrack/catalogue';
import { ClaimChecker } from '@droptrack/claims';
import type { AllocationProof, EligibilityResult } from '@droptrack/contracts';
import {
  acceptedFamilies,
  type AllocationRow,
  type ClaimState,
  decideEligibility,
  type EligibilityFacts,
  type EntryLedger,
  entryLedger,
  isInNoList,
  stateByLedger,
  type Wallet,
} from '@droptrack/eligibility';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../catalogue/clock';
import type { CurrentView } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { requireDrop } from '../drops/require-drop';
import { claimKey, needsProof } from './claim-key';
import { ClaimLedgers } from './claim-ledgers';
import { withDeadline } from './deadline';
import { ListLookups, LOOKUP_MS_MAX } from './list-lookups';
import { type ListedRow, listedRows, lookUpsOf, walletOfRow } from './listed-rows';
import { isVerifiable } from './on-curve';

/** Members of a result that cost further look-ups; they are null without. */
export interface CheckOptions {
  /** Reads the claim state of each entry, from the ledger of its distributor or from the chain. */
  readonly withClaim: boolean;
  /** Claim states that nodes may still be asked for, where the ledgers do not decide; any number when not given. */
  readonly calls?: { left: number };
  /** Adds the Merkle proof of each entry. */
  readonly withProof: boolean;
  /** Allocation list that decides alone; the active lists when not given. */
  readonly list?: ListEntry;
}

/** Rows of a wallet in an allocation list. */
interface ListedRows {
  readonly list: ListEntry;
  readonly rows: readonly ListedRow[];
}

/** Claim state of an entry, and the ledger of its distributor. */
type EntryClaim = Pick<AllocationRow, 'claimState'> & { readonly ledger: EntryLedger | null };

/** Entry whose claim state may still be on its way: the chain can take longer than the rest. */
interface FoundEntry extends Omit<AllocationRow, 'claimState' | 'ledger'> {
  readonly claim: Promise<EntryClaim | null> | null;
}

/** Entries of a wallet in an allocation list. */
export interface FoundAllocation {
  readonly list: ListEntry;
  readonly entries: readonly FoundEntry[];
}

/** Facts found in the lists of a drop. */
interface Found extends Pick<EligibilityFacts, 'definition' | 'exclusions'> {
  readonly allocations: readonly FoundAllocation[];
}

/** Checks one wallet for one drop. Concurrent checks share round trips to the database and to the chain. */
@Injectable()
export class DropChecks {
  constructor(
    private readonly definitions: Definitions,
    private readonly lists: ListLookups,
    private readonly claims: ClaimChecker,
    private readonly ledgers: ClaimLedgers,
    private readonly clock: Clock,
  ) {}

  /**
   * Result as of a view. Stores and logs nothing, and no message contains the wallet.
   *
   * @throws {DropNotFoundError} {DropArchivedError}
   * @throws {UnavailableError} if the database does not respond in time.
   */
  async check(current: CurrentView, wallet: Wallet, drop: string, options: CheckOptions): Promise<EligibilityResult> {
    const { status } = requireDrop(current.view, drop);
    // A clock behind the database clock must not check before the instant of the response.
    const atMs = Math.max(this.clock.nowMs(), current.asOfMs);
    const finding = this.#find(current, wallet, drop, { ...options, atMs });
    const { definition, allocations, exclusions } = await withDeadline(finding, LOOKUP_MS_MAX);
    const facts = {
      definition,
      allocations: await withClaimStates(allocations),
      exclusions,
      isOnCurve: !isInNoList({ allocations, exclusions }) || isVerifiable(wallet),
    };
    return {
      ...decideEligibility({ ...facts, wallet, atMs, status }),
      as_of: new Date(current.asOfMs).toISOString(),
    };
  }

  async #find(current: CurrentView, wallet: Wallet, drop: string, options: FindOptions): Promise<Found> {
    const stated = this.definitions.of(drop, current);
    const declared = (stated instanceof Promise ? await stated : stated).definition;
    const definition = withMarket(declared, current.view.market(drop), current.asOfMs);
    // Lists contain no wallets of other families.
    if (acceptedFamilies(wallet, walletFamilies(definition)).length === 0)
      return { definition, allocations: [], exclusions: [] };
    const { list: only } = options;
    const allocations = only === undefined ? current.view.listsOf(drop, 'allocation') : [only];
    const exclusions = only === undefined ? current.view.listsOf(drop, 'exclusion') : [];
    const lookUps = [...allocations, ...exclusions].map((list) => lookUpsOf(wallet, list, definition));
    const found = await this.lists.rows(lookUps.flat());
    let next = 0;
    const rows = lookUps.map(({ length }) => listedRows(found.slice(next, (next += length))));
    const listed = allocations.map((list, n) => ({ list, rows: rows[n] ?? [] }));
    return {
      definition,
      allocations: await this.complete(listed, { definition, wallet, ...options }),
      exclusions: exclusions.map((list, n) => ({ list, isListed: (rows[allocations.length + n] ?? []).length > 0 })),
    };
  }

  /**
   * Entries of the rows of a wallet in the lists of a drop, with their proofs and claim states.
   *
   * @throws {UnavailableError} if a proof cannot be read.
   */
  complete(allocations: readonly ListedRows[], of: EntryTerms): Promise<FoundAllocation[]> {
    return Promise.all(
      allocations.map(async ({ list, rows }) => ({
        list,
        entries: await Promise.all(rows.map((row) => this.#entryOf(row, { list, isOnly: rows.length === 1, ...of }))),
      })),
    );
  }

  async #entryOf(row: ListedRow, of: EntryContext): Promise<FoundEntry> {
    const { list, definition, withClaim, withProof } = of;
    const wallet = walletOfRow(row, of.wallet);
    const isAlias = row.isAlias === true;
    const { amount, breakdown, token } = row;
    // The known claim functions do not distinguish tokens.
    const claim = withClaim && token === null ? claimOf(definition, list.name ?? '') : null;
    const proving = withProof ? this.lists.proof(list, row) : null;
    const claimed = claim && this.#claimOf(claim, row, { ...of, wallet, proving });
    const proof = await proving;
    return {
      amount,
      breakdown,
      token,
      isAlias,
      proof: proof && isAlias ? { ...proof, alias: true } : proof,
      claim: claimed,
    };
  }

  /**
   * By the ledger of the distributor, which needs no node; by the chain where the ledger does not decide. A ledger ends 64 blocks
   * before the latest, so that a check without a bound of calls asks the chain as well, for a claim of the last minutes.
   */
  async #claimOf(claim: ClaimDefinition, row: ListedRow, of: ClaimContext): Promise<EntryClaim> {
    const followed = await this.ledgers.of(of.definition, of.list.name ?? '', of.wallet, of.atMs);
    if (followed === null) return { claimState: await this.#stateOf(claim, row, of), ledger: null };
    const { ledger, style } = followed;
    const index = row.index === null ? null : BigInt(row.index);
    const entry = { amount: BigInt(row.amount), index, isOnly: of.isOnly };
    const byLedger = stateByLedger(ledger, entry, style);
    const isAfterEnd = ledger.blockAtMs >= endMsOf(of.definition, of.atMs);
    const isFinal = byLedger !== null && (byLedger.isClaimed || isAfterEnd || of.calls !== undefined);
    const state = isFinal ? byLedger : ((await this.#stateOf(claim, row, of)) ?? byLedger);
    return { claimState: state, ledger: entryLedger(ledger, entry, style) };
  }

  async #stateOf(claim: ClaimDefinition, row: ListedRow, of: ClaimContext): Promise<ClaimState | null> {
    const { list, wallet, calls } = of;
    if (claim.check === undefined || calls?.left === 0) return null;
    if (calls !== undefined) calls.left -= 1;
    const keyIsInProof = needsProof(claim, list, row, wallet);
    const key = await claimKey(row, wallet, keyIsInProof ? (of.proving ?? this.lists.proof(list, row)) : null);
    return this.claims.stateOf(claim, { wallet, amount: BigInt(row.amount), ...key }, of.atMs);
  }
}

interface FindOptions extends CheckOptions {
  /** Instant of the check, milliseconds since the epoch. */
  readonly atMs: number;
}

/** Terms that all entries of a wallet in the lists of a drop have in common. */
interface EntryTerms extends FindOptions {
  readonly definition: DropDefinition;
  readonly wallet: Wallet;
}

interface EntryContext extends EntryTerms {
  readonly list: ListEntry;
  /** True if the list has no other entry of the wallet. */
  readonly isOnly: boolean;
}

/** End of the claim window, milliseconds since the epoch; infinite without one. */
function endMsOf(definition: DropDefinition, atMs: number): number {
  const endsAt = claimWindowAt(definition, atMs).event?.endsAt ?? null;
  return endsAt === null ? Infinity : Date.parse(endsAt);
}

const NO_CLAIM: EntryClaim = { claimState: null, ledger: null };

/** Terms of the claim of an entry. */
interface ClaimContext extends EntryContext {
  /** Proof of the entry, if it was asked for. */
  readonly proving: Promise<AllocationProof | null> | null;
}

/** Waits for the claim states of entries. */
export async function withClaimStates(
  allocations: readonly FoundAllocation[],
): Promise<EligibilityFacts['allocations']> {
  return Promise.all(
    allocations.map(async ({ list, entries }) => ({
      list,
      entries: await Promise.all(
        entries.map(async ({ claim, ...entry }) => ({ ...entry, ...((await claim) ?? NO_CLAIM) })),
      ),
    })),
  );
}
