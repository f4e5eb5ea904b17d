import type { ListEntry } from '@droptrack/catalogue';
import type { AllocationProof } from '@droptrack/contracts';
import {
  ListRowRepository,
  type FoundListRow,
  ListGoneError,
  type ListLookUp,
  type ProofLookUp,
} from '@droptrack/persistence';
import type { Wallet } from '@droptrack/eligibility';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../../platform/errors/domain-error';
import { LogDatabase } from '../../catalogue/log-database';
import { allocationProof, type ProofTree, proofTree } from './allocation-proof';
import { Batcher, type BatchLimits } from './batcher';

/** Maximum wait of a check for the database, in milliseconds. */
export const LOOKUP_MS_MAX = 1_500;

type BatchTerms = Omit<BatchLimits<never>, 'concurrentBatchesMax' | 'sizeOf'>;
/** Maximum number of look-ups in a statement. */
export const ROWS_AT_ONCE = 256;
const ROWS: BatchTerms = { batchSizeMax: ROWS_AT_ONCE, pendingMax: 20_000, waitMsMax: LOOKUP_MS_MAX };
/** A proof has about twenty nodes and costs the database as much as five rows. */
const PROOFS: BatchTerms = { batchSizeMax: 128, pendingMax: 20_000, waitMsMax: LOOKUP_MS_MAX };
/** Concurrent batches of single checks. */
export const CHECK_BATCHES_MAX = 3;
/** A cached tree with shards takes about 10 KB, at most 4 MB. */
const TREES_MAX = 200;

/** The rows of a list were deleted: another one is about to be active. */
export class ListReplacedError extends UnavailableError {
  constructor() {
    super('The list is being replaced');
  }
}

/** A wallet and a list that may contain it. */
export interface WalletLookUp {
  readonly list: ListEntry;
  readonly wallet: Wallet;
}

/** Looks up wallets in lists. Concurrent checks share round trips to the database. */
@Injectable()
export class ListLookups {
  readonly #rows: Batcher<readonly ListLookUp[], (FoundListRow[] | ListGoneError)[]>;
  readonly #proofs: Batcher<ProofLookUp, readonly string[] | ListGoneError>;
  readonly #trees = new LRUCache<number, Promise<ProofTree | null>>({ max: TREES_MAX });

  /** @param concurrentBatchesMax - maximum number of statements in flight, each for rows and for proofs. */
  constructor(
    private readonly db: LogDatabase,
    concurrentBatchesMax: number,
  ) {
    this.#rows = new Batcher<readonly ListLookUp[], (FoundListRow[] | ListGoneError)[]>((each) => this.#find(each), {
      ...ROWS,
      concurrentBatchesMax,
      sizeOf: (lookUps) => lookUps.length,
    });
    this.#proofs = new Batcher<ProofLookUp, readonly string[] | ListGoneError>(
      (lookUps) => eachList((some) => new ListRowRepository(db).readProofs(some), lookUps),
      { ...PROOFS, concurrentBatchesMax },
    );
  }

  /**
   * Rows of wallets in lists, one per entry, for each look-up in their order; none if the wallet is not in the list.
   *
   * @param lookUps - at most {@link ROWS_AT_ONCE}, which are read together.
   * @throws {UnavailableError} if the database is unavailable or one of the lists was just replaced.
   */
  async rows(lookUps: readonly WalletLookUp[]): Promise<readonly (readonly FoundListRow[])[]> {
    if (lookUps.length === 0) return [];
    const found = await this.#rows.load(
      lookUps.map(({ list, wallet }) => ({ listId: list.list_id, wallet: wallet.bytes })),
    );
    return found.map(existing);
  }

  /** Rows of the look-ups of several requests, by request. */
  async #find(requests: readonly (readonly ListLookUp[])[]): Promise<(FoundListRow[] | ListGoneError)[][]> {
    const found = await eachList((some) => new ListRowRepository(this.db).find(some), requests.flat());
    let next = 0;
    return requests.map(({ length }) => found.slice(next, (next += length)));
  }

  /**
   * Proof that a row is in the tree of its list; null if the list has no tree.
   *
   * @throws {UnavailableError} as {@link rows}.
   */
  async proof(list: ListEntry, row: FoundListRow): Promise<AllocationProof | null> {
    const tree = list.tree ? await this.tree(list.list_id) : null;
    if (tree === null) return null;
    const hashes = row.proof ?? (row.position === null ? null : await this.#hashesOf(list.list_id, tree, row.position));
    return allocationProof(tree, row, hashes, list.tree?.root_published ?? false);
  }

  async #hashesOf(listId: number, { pathOf }: ProofTree, position: number): Promise<readonly string[]> {
    return existing(await this.#proofs.load({ listId, numbers: pathOf(position) }));
  }

  /** Tree of a version of a list; null without one. Cached, because it never changes. */
  tree(listId: number): Promise<ProofTree | null> {
    let tree = this.#trees.get(listId);
    if (tree === undefined) {
      tree = new ListRowRepository(this.db).readTree(listId).then((stored) => stored && proofTree(stored));
      this.#trees.set(listId, tree);
      tree.catch(() => this.#trees.delete(listId));
    }
    return tree;
  }
}

/**
 * Runs a batch over several lists. If one of them no longer exists, the batch is repeated in halves of its lists, down to
 * that list, so that only lookups in it fail.
 */
async function eachList<LookUp extends { readonly listId: number }, Result>(
  runBatch: (lookUps: readonly LookUp[]) => Promise<readonly Result[]>,
  lookUps: readonly LookUp[],
): Promise<readonly (Result | ListGoneError)[]> {
  try {
    return await runBatch(lookUps);
  } catch (error) {
    if (!(error instanceof ListGoneError)) throw error;
    const listIds = [...new Set(lookUps.map(({ listId }) => listId))];
    if (listIds.length === 1) return lookUps.map(() => error);
    const results = new Map<LookUp, Result | ListGoneError>();
    const firstHalf = new Set(listIds.slice(0, Math.ceil(listIds.length / 2)));
    for (const isFirst of [true, false]) {
      const some = lookUps.filter(({ listId }) => firstHalf.has(listId) === isFirst);
      (await eachList(runBatch, some)).forEach((result, index) => results.set(some[index] as LookUp, result)); // Lengths are equal.
    }
    return lookUps.map((lookUp) => results.get(lookUp) ?? error);
  }
}

/** @throws {UnavailableError} for a list that is active in the view but no longer in the database. */
function existing<Result>(result: Result | ListGoneError): Result {
  if (result instanceof ListGoneError) throw new ListReplacedError();
  return result;
}
