import type { ListEntry } from '@droptrack/catalogue';
import type { AllocationProof } from '@droptrack/contracts';
import { proofPath } from '@droptrack/eligibility';
import {
  ListRowRepository,
  type FoundListRow,
  ListGoneError,
  type ListLookUp,
  type ProofLookUp,
  type StoredTree,
} from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../../platform/errors/domain-error';
import { LogDatabase } from '../../catalogue/log-database';
import { Batcher, type BatchLimits } from './batcher';

/** Maximum wait of a check for the database, in milliseconds. */
export const LOOKUP_MS_MAX = 1_500;

const ROWS: BatchLimits = { batchSizeMax: 256, concurrentBatchesMax: 3, pendingMax: 20_000, waitMsMax: LOOKUP_MS_MAX };
/** A proof has about twenty nodes and costs the database as much as five rows. */
const PROOFS: BatchLimits = {
  batchSizeMax: 128,
  concurrentBatchesMax: 3,
  pendingMax: 20_000,
  waitMsMax: LOOKUP_MS_MAX,
};
/** A cached tree with shards takes about 10 KB, at most 4 MB. */
const TREES_MAX = 200;

/** Looks up wallets in lists. Concurrent checks share round trips to the database. */
@Injectable()
export class ListLookups {
  readonly #rows: Batcher<ListLookUp, FoundListRow[] | ListGoneError>;
  readonly #proofs: Batcher<ProofLookUp, readonly string[] | ListGoneError>;
  readonly #trees = new LRUCache<number, Promise<StoredTree | null>>({ max: TREES_MAX });

  constructor(private readonly db: LogDatabase) {
    this.#rows = new Batcher((lookUps) => eachList((some) => new ListRowRepository(db).find(some), lookUps), ROWS);
    this.#proofs = new Batcher<ProofLookUp, readonly string[] | ListGoneError>(
      (lookUps) => eachList((some) => new ListRowRepository(db).readProofs(some), lookUps),
      PROOFS,
    );
  }

  /**
   * Rows of a wallet in a list, one per entry; empty if the wallet is not in the list.
   *
   * @param wallet - 20 bytes of an EVM address, 32 of a Solana one.
   * @throws {UnavailableError} if the database is unavailable or the list was just replaced.
   */
  async rows({ list_id: listId }: ListEntry, wallet: Uint8Array): Promise<readonly FoundListRow[]> {
    return existing(await this.#rows.load({ listId, wallet }));
  }

  /**
   * Proof that a row is in the tree of its list; null if the list has no tree.
   *
   * @throws {UnavailableError} as {@link rows}.
   */
  async proof(list: ListEntry, { index, position, proof }: FoundListRow): Promise<AllocationProof | null> {
    if (list.tree === undefined || list.tree === null || !isExact(index)) return null;
    const { format, root, root_published: rootPublished = false } = list.tree;
    const hashes = proof ?? (position === null ? null : await this.#hashesOf(list.list_id, position));
    if (hashes === null) return null;
    const leafIndex = index === null ? null : Number(index);
    return { format, root, root_published: rootPublished, index: leafIndex, proof: [...hashes] };
  }

  async #hashesOf(listId: number, position: number): Promise<readonly string[] | null> {
    const tree = await this.#treeOf(listId);
    if (tree === null) return null;
    const numbers = proofPath(tree.format, tree.leaves, position, tree.shards);
    return existing(await this.#proofs.load({ listId, numbers }));
  }

  /** Cached: a version of a list never changes. */
  #treeOf(listId: number): Promise<StoredTree | null> {
    let tree = this.#trees.get(listId);
    if (tree === undefined) {
      tree = new ListRowRepository(this.db).readTree(listId);
      this.#trees.set(listId, tree);
      tree.catch(() => this.#trees.delete(listId));
    }
    return tree;
  }
}

/** An index beyond the safe integers cannot be sent as a JSON number, and a proof with a rounded index is invalid. */
const isExact = (index: string | null): boolean => index === null || Number.isSafeInteger(Number(index));

/**
 * Runs a batch over several lists. If one of them no longer exists, the batch is repeated per list, so that only lookups in
 * that list fail.
 */
async function eachList<LookUp extends { readonly listId: number }, Result>(
  runBatch: (lookUps: readonly LookUp[]) => Promise<readonly Result[]>,
  lookUps: readonly LookUp[],
): Promise<readonly (Result | ListGoneError)[]> {
  try {
    return await runBatch(lookUps);
  } catch (error) {
    if (!(error instanceof ListGoneError)) throw error;
    const listIds = new Set(lookUps.map(({ listId }) => listId));
    if (listIds.size === 1) return lookUps.map(() => error);
    const results = new Map<LookUp, Result | ListGoneError>();
    for (const listId of listIds) {
      const some = lookUps.filter((lookUp) => lookUp.listId === listId);
      (await eachList(runBatch, some)).forEach((result, index) => results.set(some[index] as LookUp, result)); // Lengths are equal.
    }
    return lookUps.map((lookUp) => results.get(lookUp) ?? error);
  }
}

/** @throws {UnavailableError} for a list that is active in the view but no longer in the database. */
function existing<Result>(result: Result | ListGoneError): Result {
  if (result instanceof ListGoneError) throw new UnavailableError('The list is being replaced');
  return result;
}
