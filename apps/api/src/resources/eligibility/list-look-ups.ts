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
import { Gathered, type GatheringTerms } from './gathered';

/** As long as a check may wait for the database. */
export const LOOK_UP_MS_MAX = 1_500;

const ROWS: GatheringTerms = { questionsMax: 256, tripsMax: 3, heldMax: 20_000, waitMsMax: LOOK_UP_MS_MAX };
/** A proof is some twenty nodes, and as much work for the database as five rows. */
const PROOFS: GatheringTerms = { questionsMax: 128, tripsMax: 3, heldMax: 20_000, waitMsMax: LOOK_UP_MS_MAX };
/** A tree that has shards takes up to some 10 KB, at the most 4 MB. */
const TREES_MAX = 200;

/** Looks wallets up in lists; checks that run at the same time share round trips to the database. */
@Injectable()
export class ListLookUps {
  readonly #rows: Gathered<ListLookUp, FoundListRow | null | ListGoneError>;
  readonly #proofs: Gathered<ProofLookUp, readonly string[] | ListGoneError>;
  readonly #trees = new LRUCache<number, Promise<StoredTree | null>>({ max: TREES_MAX });

  constructor(private readonly db: LogDatabase) {
    this.#rows = new Gathered((lookUps) => eachList((some) => new ListRowRepository(db).find(some), lookUps), ROWS);
    this.#proofs = new Gathered<ProofLookUp, readonly string[] | ListGoneError>(
      (lookUps) => eachList((some) => new ListRowRepository(db).readProofs(some), lookUps),
      PROOFS,
    );
  }

  /**
   * Whether a wallet is in a list, and with what.
   *
   * @param wallet - 20 bytes of an EVM address, 32 of a Solana one.
   * @throws {UnavailableError} when the database is away, or the list has just been replaced.
   */
  async row({ list_id: listId }: ListEntry, wallet: Uint8Array): Promise<FoundListRow | null> {
    return kept(await this.#rows.ask({ listId, wallet }));
  }

  /**
   * The proof that a row is in its list's tree; null where the list has none.
   *
   * @throws {UnavailableError} as {@link row}.
   */
  async proof(list: ListEntry, { index, position, proof }: FoundListRow): Promise<AllocationProof | null> {
    if (list.tree === undefined || list.tree === null || !isExact(index)) return null;
    const { format, root, root_published: rootPublished = false } = list.tree;
    const hashes = proof ?? (position === null ? null : await this.#hashesOf(list.list_id, position));
    if (hashes === null) return null;
    const place = index === null ? null : Number(index);
    return { format, root, root_published: rootPublished, index: place, proof: [...hashes] };
  }

  async #hashesOf(listId: number, position: number): Promise<readonly string[] | null> {
    const tree = await this.#treeOf(listId);
    if (tree === null) return null;
    const numbers = proofPath(tree.format, tree.leaves, position, tree.shards);
    return kept(await this.#proofs.ask({ listId, numbers }));
  }

  /** Read once: a version of a list never changes. */
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

/** Nobody publishes an index that a JSON number does not hold; a proof with another index would prove nothing. */
const isExact = (index: string | null): boolean => index === null || Number.isSafeInteger(Number(index));

/**
 * Asks about several lists at once. Where one of them is gone each is asked about by itself, so that those who asked
 * about the others get their answers.
 */
async function eachList<LookUp extends { readonly listId: number }, Answer>(
  trip: (lookUps: readonly LookUp[]) => Promise<readonly Answer[]>,
  lookUps: readonly LookUp[],
): Promise<readonly (Answer | ListGoneError)[]> {
  try {
    return await trip(lookUps);
  } catch (error) {
    if (!(error instanceof ListGoneError)) throw error;
    const listIds = new Set(lookUps.map(({ listId }) => listId));
    if (listIds.size === 1) return lookUps.map(() => error);
    const answers = new Map<LookUp, Answer | ListGoneError>();
    for (const listId of listIds) {
      const some = lookUps.filter((lookUp) => lookUp.listId === listId);
      (await eachList(trip, some)).forEach((answer, place) => answers.set(some[place] as LookUp, answer)); // As many.
    }
    return lookUps.map((lookUp) => answers.get(lookUp) ?? error);
  }
}

/** @throws {UnavailableError} for a list that the view still has in force, and that is gone. */
function kept<Answer>(answer: Answer | ListGoneError): Answer {
  if (answer instanceof ListGoneError) throw new UnavailableError('The list is being replaced');
  return answer;
}
