import type { Drop, DropExplanation, GetDropQuery, HypeQuery, HypeSeries, ListDropsQuery } from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';
import type { Connection } from '../connection';

/**
 * /v1/drops
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
   * One page of drops, or all of them one after another.
   *
   * @throws {ApiError} with code `invalid_parameter`, and `invalid_cursor` for a cursor of another query.
   * @example
   * const page = await client.drops.list({ status: 'live', limit: 10 });
   * @example
   * for await (const drop of client.drops.list({ status: ['live', 'upcoming'], sort: 'ev' })) {
   *   console.log(drop.id, drop.hype_score, drop.ev_usd.p50);
   * }
   */
  list(query: ListDropsQuery = {}, options: CallOptions = {}): PagePromise<Drop> {
    return new PagePromise({ connection: this.#connection, path: ['drops'], query, options });
  }

  /**
   * One drop; with `as_of` as it stood then, from the plan `pro` on.
   *
   * @param id - slug, such as `linea`.
   * @throws {NotFoundError} for a slug that is, or was then, unknown; {@link ApiError} with code `drop_archived`
   *   for a drop that is, or was then, no longer kept up, and `as_of_out_of_range` for an instant without a history.
   * @example
   * const drop = await client.drops.get('linea');
   * @example
   * const before = await client.drops.get('linea', { as_of: '2026-08-22T10:00:00Z' });
   */
  get(id: string, query: GetDropQuery = {}, options: CallOptions = {}): ApiPromise<Drop> {
    return this.#connection.get<Drop>(['drops', id], query, options);
  }

  /**
   * How the hype score of a drop came about over time, signal by signal. `verifySeries` checks it, `explainScore`
   * tells a point of it in words.
   *
   * @param id - slug, such as `linea`.
   * @throws {NotFoundError} for an unknown slug; {@link ApiError} with code `drop_archived`.
   * @example
   * const { data } = await client.drops.hype('linea', { window: '30d' });
   */
  hype(id: string, query: HypeQuery = {}, options: CallOptions = {}): ApiPromise<HypeSeries> {
    return this.#connection.get<HypeSeries>(['drops', id, 'hype'], query, options);
  }

  /**
   * How expected value, ratings and cost of a drop came about: inputs, evidence, and who says so.
   *
   * @param id - slug, such as `linea`.
   * @throws {NotFoundError} for an unknown slug; {@link ApiError} with code `drop_archived`.
   * @example
   * const { rating, links } = await client.drops.explain('linea');
   */
  explain(id: string, options: CallOptions = {}): ApiPromise<DropExplanation> {
    return this.#connection.get<DropExplanation>(['drops', id, 'explain'], {}, options);
  }
}
