import type {
  Drop,
  DropExplanation,
  GetDropQuery,
  HypeQuery,
  HypeSeries,
  ListDropsQuery,
  Page,
} from '@droptrack/contracts';
import { ApiPromise } from '../api-promise';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';
import type { Transport } from '../transport';

/** /v1/drops */
export class Drops {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page of drops, or all of them one after another.
   *
   * @example
   * const page = await client.drops.list({ status: 'live', limit: 10 });
   * @example
   * for await (const drop of client.drops.list({ status: ['live', 'upcoming'] })) {
   *   console.log(drop.id, drop.hype_score);
   * }
   */
  list(query: ListDropsQuery = {}, options: CallOptions = {}): PagePromise<Drop> {
    const { cursor: start, ...filters } = query;
    return new PagePromise(
      (cursor) => this.#transport.get<Page<Drop>>(['drops'], { ...filters, cursor }, options),
      start,
    );
  }

  /**
   * One drop; with `as_of` as it stood then, from the plan `pro` on.
   *
   * @param id - slug, such as `linea`.
   * @throws {NotFoundError} for a slug that is, or was then, unknown; {@link ApiError} with code `drop_archived`
   *   for a drop that is, or was then, no longer kept up, and `as_of_out_of_range` for an instant without a history.
   * @example
   * const before = await client.drops.get('linea', { as_of: '2026-08-22T10:00:00Z' });
   */
  get(id: string, query: GetDropQuery = {}, options: CallOptions = {}): ApiPromise<Drop> {
    return new ApiPromise(this.#transport.get<Drop>(['drops', id], { ...query }, options));
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
    return new ApiPromise(this.#transport.get<HypeSeries>(['drops', id, 'hype'], { ...query }, options));
  }

  /**
   * How expected value, ratings and cost of a drop came about: inputs, evidence, and who says so.
   *
   * @param id - slug, such as `linea`.
   * @throws {NotFoundError} for an unknown slug; {@link ApiError} with code `drop_archived`.
   */
  explain(id: string, options: CallOptions = {}): ApiPromise<DropExplanation> {
    return new ApiPromise(this.#transport.get<DropExplanation>(['drops', id, 'explain'], {}, options));
  }
}
