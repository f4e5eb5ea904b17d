import type { ListEntry } from '@droptrack/catalogue';
import { type AllocationProof, RANGE_ROWS_MIN } from '@droptrack/contracts';
import type { WalletPrefix } from '@droptrack/eligibility';
import { ListGoneError, ListRangeRepository, type RangeRow } from '@droptrack/persistence';
import { TaskLimit } from '@droptrack/resilience';
import { Injectable } from '@nestjs/common';
import { LogDatabase } from '../../catalogue/log-database';
import { UnavailableError } from '../../platform/errors/domain-error';
import { allocationProof } from '../eligibility/allocation-proof';
import { ListLookups, LOOKUP_MS_MAX } from '../eligibility/list-lookups';

/** Range of a list to read. */
interface RangeLookUp {
  readonly list: ListEntry;
  readonly prefix: WalletPrefix;
  /** Maximum number of rows. */
  readonly limit: number;
}

/** Rows of a list within the ranges of a prefix, followed by neighbours. */
export interface FoundRange {
  readonly rows: readonly RangeRow[];
  /** Number of rows within the ranges. */
  readonly matching: number;
}

/** Maximum number of concurrent reads: ranges leave most connections to checks. */
export const RANGES_AT_ONCE = 4;
const LIMITS = { concurrentMax: RANGES_AT_ONCE, pendingMax: 500, waitMsMax: LOOKUP_MS_MAX } as const;

/** Reads ranges of lists. A bounded number of reads runs at a time; others wait. */
@Injectable()
export class RangeLookups {
  readonly #limit = new TaskLimit(LIMITS, () => new UnavailableError('Too many concurrent lookups'));
  readonly #ranges: ListRangeRepository;

  constructor(
    db: LogDatabase,
    private readonly lists: ListLookups,
  ) {
    this.#ranges = new ListRangeRepository(db);
  }

  /**
   * Rows of a range, filled up to the minimum with neighbours.
   *
   * @throws {UnavailableError} if the database is unavailable or busy, or the list was just replaced.
   */
  range(lookUp: RangeLookUp): Promise<FoundRange> {
    return this.#inTurn(() => this.#range(lookUp));
  }

  /**
   * Proofs of rows, in their order; null where the list has no tree.
   *
   * @throws {UnavailableError} as {@link range}.
   */
  proofs(list: ListEntry, rows: readonly RangeRow[]): Promise<readonly (AllocationProof | null)[]> {
    return this.#inTurn(() => this.#proofs(list, rows));
  }

  async #range({ list, prefix, limit }: RangeLookUp): Promise<FoundRange> {
    const rows = await this.#ranges.read(list.list_id, prefix, limit);
    const missing = RANGE_ROWS_MIN - rows.length;
    const neighbours = missing > 0 ? await this.#ranges.readNeighbours(list.list_id, prefix, missing) : [];
    return { rows: [...rows, ...neighbours], matching: rows.length };
  }

  async #proofs(list: ListEntry, rows: readonly RangeRow[]): Promise<readonly (AllocationProof | null)[]> {
    const tree = list.tree ? await this.lists.tree(list.list_id) : null;
    if (tree === null) return rows.map(() => null);
    const paths = rows.map(({ position }) => (position === null ? [] : tree.pathOf(position)));
    const stored = await this.#ranges.readPaths(list.list_id, paths);
    return rows.map((row, at) => {
      const hashes = row.proof ?? (row.position === null ? null : (stored[at] ?? null));
      return allocationProof(tree, row, hashes, list.tree?.root_published ?? false);
    });
  }

  /** Runs a read in its turn. */
  async #inTurn<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await this.#limit.run(read);
    } catch (error) {
      if (error instanceof ListGoneError) throw new UnavailableError('The list is being replaced');
      throw error;
    }
  }
}
