import {
  type AllocationRow,
  type AllocationsSnapshotQuery,
  type Drop,
  type DropsSnapshotQuery,
  type HypeHistoryPoint,
  type HypeSnapshotQuery,
  NDJSON_TYPE,
} from '@droptrack/contracts';
import type { CallOptions } from '../options';
import { SnapshotRows } from '../snapshots/snapshot-rows';
import type { Connection } from '../connection';

/**
 * /v1/snapshots, of the plan `scale`: all rows of a kind at once.
 *
 * @example
 * import { Connection, Snapshots } from '@droptrack/sdk';
 * const snapshots = new Snapshots(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 */
export class Snapshots {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * The whole catalogue by id: as it is, or with `as_of` as it stood then.
   *
   * @example
   * for await (const drop of client.snapshots.drops({ as_of: '2026-08-22T00:00:00Z' })) console.log(drop.id);
   * @throws {ApiError} with code `as_of_out_of_range`; as every loop over a snapshot, {@link SnapshotTruncatedError}.
   */
  drops(query: DropsSnapshotQuery = {}, options: CallOptions = {}): SnapshotRows<Drop> {
    return this.#rows(['drops'], query, options);
  }

  /**
   * Every point of a drop's hype score that is kept, by hour.
   *
   * @param id - slug, such as `linea`.
   * @example
   * for await (const { t, score } of client.snapshots.hype('linea', { from: '2026-08-01T00:00:00Z' })) {
   *   console.log(t, score);
   * }
   * @throws {NotFoundError} for an unknown slug; {@link ApiError} with code `drop_archived`; {@link SnapshotTruncatedError}
   */
  hype(id: string, query: HypeSnapshotQuery = {}, options: CallOptions = {}): SnapshotRows<HypeHistoryPoint> {
    return this.#rows(['drops', id, 'hype'], query, options);
  }

  /**
   * Every wallet of a drop's allocation list in force, in the order of the wallets' bytes.
   *
   * @param id - slug, such as `linea`.
   * @example
   * let total = 0n;
   * for await (const { amount } of client.snapshots.allocations('linea')) total += BigInt(amount);
   * @throws {NotFoundError} for an unknown slug, and with code `list_not_found` where no list is in force;
   *   {@link ApiError} with code `drop_archived`; {@link SnapshotTruncatedError}
   */
  allocations(
    id: string,
    query: AllocationsSnapshotQuery = {},
    options: CallOptions = {},
  ): SnapshotRows<AllocationRow> {
    return this.#rows(['drops', id, 'allocations'], query, options);
  }

  #rows<T>(path: readonly string[], query: object, options: CallOptions): SnapshotRows<T> {
    return new SnapshotRows(() => this.#connection.stream(['snapshots', ...path], query, NDJSON_TYPE, options));
  }
}
