import { claimOf, type DropDefinition, type ListEntry, walletFamilies, withMarket } from '@droptrack/catalogue';
import { ClaimChecker } from '@droptrack/connectors';
import type { AllocationProof, EligibilityResult } from '@droptrack/contracts';
import {
  type AllocationRow,
  type ClaimState,
  decideEligibility,
  type EligibilityFacts,
  proofIndex,
  type Wallet,
} from '@droptrack/eligibility';
import type { FoundListRow } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../catalogue/clock';
import type { CurrentView } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { requireDrop } from '../drops/require-drop';
import { withDeadline } from './deadline';
import { ListLookups, LOOKUP_MS_MAX } from './list-lookups';

/** Members of a result that cost further look-ups; they are null without. */
export interface CheckOptions {
  /** Reads the claim state of each entry from the chain. */
  readonly withClaim: boolean;
  /** Adds the Merkle proof of each entry. */
  readonly withProof: boolean;
}

/** Rows of a wallet in an allocation list. */
export interface ListedRows {
  readonly list: ListEntry;
  readonly rows: readonly FoundListRow[];
}

/** Entry whose claim state may still be on its way: the chain can take longer than the rest. */
interface FoundEntry extends Omit<AllocationRow, 'claimState'> {
  readonly claimState: Promise<ClaimState | null> | null;
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
    const facts = { definition, allocations: await withClaimStates(allocations), exclusions };
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
    if (!walletFamilies(definition).includes(wallet.type)) return { definition, allocations: [], exclusions: [] };
    // All lookups share one round trip.
    const [allocations, exclusions] = await Promise.all([
      Promise.all(
        current.view.listsOf(drop, 'allocation').map(async (list) => ({
          list,
          rows: await this.lists.rows(list, wallet.bytes),
        })),
      ),
      Promise.all(
        current.view.listsOf(drop, 'exclusion').map(async (list) => ({
          list,
          isListed: (await this.lists.rows(list, wallet.bytes)).length > 0,
        })),
      ),
    ]);
    return {
      definition,
      allocations: await this.complete(allocations, { definition, wallet, ...options }),
      exclusions,
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
        entries: await Promise.all(rows.map((row) => this.#entryOf(row, { list, ...of }))),
      })),
    );
  }

  async #entryOf(row: FoundListRow, of: EntryContext): Promise<FoundEntry> {
    const { list, definition, wallet, withClaim, withProof, atMs } = of;
    const claim = withClaim ? claimOf(definition, list.name ?? '') : null;
    const { amount, breakdown } = row;
    const needsProof = withProof || (claim !== null && indexIsInProof(list, row, wallet));
    const proving = needsProof ? this.lists.proof(list, row) : null;
    const claimState =
      claim &&
      claimIndexOf(list, row, wallet, proving).then((index) =>
        this.claims.stateOf(claim, { wallet, index, amount: BigInt(amount) }, atMs),
      );
    return { amount, breakdown, proof: withProof ? await proving : null, claimState };
  }
}

interface FindOptions extends CheckOptions {
  /** Instant of the check, milliseconds since the epoch. */
  readonly atMs: number;
}

/** Terms that all entries of a wallet in the lists of a drop have in common. */
export interface EntryTerms extends FindOptions {
  readonly definition: DropDefinition;
  readonly wallet: Wallet;
}

interface EntryContext extends EntryTerms {
  readonly list: ListEntry;
}

/** Waits for the claim states of entries. */
export async function withClaimStates(
  allocations: readonly FoundAllocation[],
): Promise<EligibilityFacts['allocations']> {
  return Promise.all(
    allocations.map(async ({ list, entries }) => ({
      list,
      entries: await Promise.all(entries.map(async (entry) => ({ ...entry, claimState: await entry.claimState }))),
    })),
  );
}

/**
 * True for contracts that derive the claim index from the proof. An index derived from a root that was computed here would
 * belong to the claim of another wallet.
 */
const indexIsInProof = ({ tree }: ListEntry, { index }: FoundListRow, { type }: Wallet): boolean =>
  index === null && tree?.format === 'ens' && tree.root_published === true && type === 'evm';

/** Claim index of an entry; null where neither the list nor its proofs have one. Never rejects. */
async function claimIndexOf(
  list: ListEntry,
  row: FoundListRow,
  wallet: Wallet,
  proving: Promise<AllocationProof | null> | null,
): Promise<bigint | null> {
  if (row.index !== null) return BigInt(row.index);
  if (proving === null || !indexIsInProof(list, row, wallet)) return null;
  const proof = await proving.catch(() => null);
  const leaf = { wallet: wallet.bytes, amount: BigInt(row.amount), index: null };
  return proof && proofIndex(proof.format, leaf, proof.proof);
}
