import type {
  AllocationRow,
  AllocationsSnapshotQuery,
  Drop,
  DropsSnapshotQuery,
  HypeHistoryPoint,
  HypeSnapshotQuery,
  NDJSON_TYPE,
} from '@droptrack/contracts';
import type { CallOptions } from '../options';
import { SnapshotRows } from '../snapshots/snapshot-rows';
import type { Connection } from '../connection';

/** Stated again, as the first files of a page would otherwise include another file. */
const MEDIA_TYPE: typeof NDJSON_TYPE = 'application/x-ndjson';

/**
 * Operations of `/v1/snapshots`: bulk exports as streams of rows. They require the `scale` plan.
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
   * Streams the whole catalogue, sorted by id.
   *
   * @param query - `as_of`: RFC 3339 time of a past state; `after`: id of the last received drop, to resume a transfer.
   * @example
   * for await (const drop of client.snapshots.drops({ as_of: '2026-08-22T00:00:00Z' })) console.log(drop.id);
   * @throws {@link ApiError} with code `as_of_out_of_range` for a time in the future or before the retained history.
   * @throws {@link SnapshotTruncatedError} during iteration, for an incomplete or corrupt transfer.
   * @throws {@link PlanRequiredError} with a plan below `scale`.
   */
  drops(query: DropsSnapshotQuery = {}, options: CallOptions = {}): SnapshotRows<Drop> {
    return this.#rows(['drops'], query, options);
  }

  /**
   * Streams all retained hourly points of a drop's hype score, oldest first.
   *
   * @param id - slug, such as `linea`.
   * @param query - `from` and `to`: RFC 3339 times, both inclusive; `after`: `t` of the last received point, to resume a
   *   transfer.
   * @example
   * for await (const { t, score } of client.snapshots.hype('linea', { from: '2026-08-01T00:00:00Z' })) {
   *   console.log(t, score);
   * }
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug.
   * @throws {@link ApiError} with code `drop_archived` for an archived drop.
   * @throws {@link SnapshotTruncatedError} during iteration, for an incomplete or corrupt transfer.
   * @throws {@link PlanRequiredError} with a plan below `scale`.
   */
  hype(id: string, query: HypeSnapshotQuery = {}, options: CallOptions = {}): SnapshotRows<HypeHistoryPoint> {
    return this.#rows(['drops', id, 'hype'], query, options);
  }

  /**
   * Streams the rows of an active allocation list of a drop, in the byte order of the wallets.
   *
   * @param id - slug, such as `linea`.
   * @param query - `list`: name of the list, such as `season-2`, instead of the unnamed list; `version`: its expected version;
   *   `after`: the last received wallet, to resume a transfer.
   * @example
   * let total = 0n;
   * for await (const { amount } of client.snapshots.allocations('linea')) total += BigInt(amount);
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug, and `list_not_found` for a drop without an
   *   active list of the name, or with an active list of another `version`.
   * @throws {@link ApiError} with code `drop_archived` for an archived drop.
   * @throws {@link SnapshotTruncatedError} during iteration, for an incomplete or corrupt transfer.
   * @throws {@link PlanRequiredError} with a plan below `scale`.
   */
  allocations(
    id: string,
    query: AllocationsSnapshotQuery = {},
    options: CallOptions = {},
  ): SnapshotRows<AllocationRow> {
    return this.#rows(['drops', id, 'allocations'], query, options);
  }

  #rows<T>(path: readonly string[], query: object, options: CallOptions): SnapshotRows<T> {
    return new SnapshotRows(() => this.#connection.stream(['snapshots', ...path], query, MEDIA_TYPE, options));
  }
}
