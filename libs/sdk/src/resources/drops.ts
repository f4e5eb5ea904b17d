import type {
  ClearSigningDescriptor,
  Drop,
  DropClaimContracts,
  DropClaims,
  DropClaimsQuery,
  DropExplanation,
  GetDropQuery,
  HypeQuery,
  HypeSeries,
  ListDropsQuery,
  ListedDrop,
} from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import { load } from '../load';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';
import type { Connection } from '../connection';
import type { DropsUpdate, FollowDropsQuery } from '../stream/follow-drops';

/**
 * Operations of `/v1/drops`.
 *
 * @example
 * import { Connection, Drops } from '@droptrack/sdk';
 * const drops = new Drops(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 */
export class Drops {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Lists drops. Await it for one page, or iterate over it for all drops.
   *
   * @param query - filters, sort (default `hype`, highest first), and `limit` per page: 1 to 100, default 25. `include: 'hype'` adds
   *   `hype_scores_7d`, the scores of the last 7 days, to each drop.
   * @throws {@link ApiError} with code `invalid_parameter`, or `invalid_cursor` for a cursor of another query.
   * @example
   * const page = await client.drops.list({ status: 'live', limit: 10 });
   * @example
   * for await (const drop of client.drops.list({ status: ['live', 'upcoming'], sort: 'ev' })) {
   *   console.log(drop.id, drop.hype_score, drop.ev_usd.p50);
   * }
   */
  list(query: ListDropsQuery = {}, options: CallOptions = {}): PagePromise<ListedDrop> {
    return new PagePromise({ connection: this.#connection, path: ['drops'], query, options });
  }

  /**
   * Retrieves a drop.
   *
   * @param id - slug, such as `linea`.
   * @param query - `as_of`: RFC 3339 time of a past state of the drop. Requires the `pro` plan or higher.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug, also for a drop that did not exist at `as_of`.
   * @throws {@link ApiError} with code `drop_archived` for an archived drop, and `as_of_out_of_range` for a time in the future
   *   or before the retained history.
   * @throws {@link PlanRequiredError} for `as_of` with the plan `free`.
   * @example
   * const drop = await client.drops.get('linea');
   * @example
   * const before = await client.drops.get('linea', { as_of: '2026-08-22T10:00:00Z' });
   */
  get(id: string, query: GetDropQuery = {}, options: CallOptions = {}): ApiPromise<Drop> {
    return this.#connection.get<Drop>(['drops', id], query, options);
  }

  /**
   * Retrieves the history of a drop's hype score, with the readings and the contribution of each signal. Verify it with
   * {@link verifySeries}; describe a point in words with {@link explainScore}.
   *
   * @param id - slug, such as `linea`.
   * @param query - `window`: `24h` (hourly points), `7d` (6-hour points, the default) or `30d` (daily points). `to`: RFC 3339 time at
   *   or before which the series ends; `as_of` by default.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug.
   * @throws {@link ApiError} with code `drop_archived` for an archived drop, and `invalid_parameter` for a `to` after `as_of`.
   * @example
   * const { data } = await client.drops.hype('linea', { window: '30d' });
   * @example
   * const latest = await client.drops.hype('linea', { window: '30d' });
   * const before = await client.drops.hype('linea', { window: '30d', to: latest.from });
   */
  hype(id: string, query: HypeQuery = {}, options: CallOptions = {}): ApiPromise<HypeSeries> {
    return this.#connection.get<HypeSeries>(['drops', id, 'hype'], query, options);
  }

  /**
   * Retrieves how many wallets and tokens of a drop were claimed, by the events of its distributors, and the curve of its claims.
   *
   * @param id - slug, such as `linea`.
   * @param query - `interval`: `1d` (the default) or `1h`; `limit` buckets per page: 1 to 100, default 25; `cursor`: `next_cursor` of the
   *   page before.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug.
   * @throws {@link ApiError} with code `drop_archived` for an archived drop, and `invalid_cursor` for a cursor of another query.
   * @example
   * const { wallets, tokens, data } = await client.drops.claims('linea', { interval: '1d', limit: 100 });
   */
  claims(id: string, query: DropClaimsQuery = {}, options: CallOptions = {}): ApiPromise<DropClaims> {
    return this.#connection.get<DropClaims>(['drops', id, 'claims'], query, options);
  }

  /**
   * Lists the contracts that pay the lists of a drop, with what a wallet needs to prepare its claim itself.
   *
   * @param id - slug, such as `linea`.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug.
   * @throws {@link ApiError} with code `drop_archived` for an archived drop.
   * @example
   * const { data } = await client.drops.distributors('linea');
   * for (const { list, contract, style, root } of data) console.log(list, contract, style, root);
   */
  distributors(id: string, options: CallOptions = {}): ApiPromise<DropClaimContracts> {
    return this.#connection.get<DropClaimContracts>(['drops', id, 'distributors'], {}, options);
  }

  /**
   * Retrieves the inputs of a drop's expected value, ratings and cost, each with its evidence and source.
   *
   * @param id - slug, such as `linea`.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug.
   * @throws {@link ApiError} with code `drop_archived` for an archived drop.
   * @example
   * const { rating, links } = await client.drops.explain('linea');
   */
  explain(id: string, options: CallOptions = {}): ApiPromise<DropExplanation> {
    return this.#connection.get<DropExplanation>(['drops', id, 'explain'], {}, options);
  }

  /**
   * Retrieves the descriptor (ERC-7730 v2) by which hardware wallets show the claim calls of a drop.
   *
   * @param id - slug, such as `linea`.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug, and `distributor_not_found` for a drop whose claim calls are not known.
   * @example
   * const { display } = await client.drops.clearSigning('linea');
   * console.log(Object.keys(display.formats));
   */
  clearSigning(id: string, options: CallOptions = {}): ApiPromise<ClearSigningDescriptor> {
    return this.#connection.get<ClearSigningDescriptor>(['drops', id, 'erc7730.json'], {}, options);
  }

  /**
   * Lists all drops, and then follows their changes on the live stream, without a gap. Each step has `drops`, the current
   * drops by id; `type` and the other members describe the step:
   *
   * - `listed`: all drops were listed. It is the first step, and comes again when changes may have been missed, such as
   *   after hours without a connection, with a new map.
   * - `changed`: `drop` is new or differs, by `event`.
   * - `removed`: `drop` was archived or no longer passes the filters, by `event`.
   * - `position`: no other change up to `as_of`; every 15 seconds.
   *
   * It reconnects as {@link Droptrack.stream} does. Right after `listed`, a change that the list already includes can be
   * repeated.
   *
   * @param query - `status` and `chain`, as for {@link Drops.list}.
   * @throws {@link DroptrackError} the same errors as {@link Drops.list} and {@link Droptrack.stream}.
   * @example
   * for await (const { drops } of client.drops.follow({ status: 'live' })) {
   *   console.table([...drops.values()].map(({ id, hype_score }) => ({ id, hype_score })));
   * }
   */
  async *follow(query: FollowDropsQuery = {}, options: CallOptions = {}): AsyncGenerator<DropsUpdate, void, undefined> {
    const { followDrops } = await load(import('../stream/stream'));
    yield* followDrops(this, this.#connection, query, options);
  }
}
