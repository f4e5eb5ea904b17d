import type { Drop, ListDropsQuery, Page } from '@droptrack/contracts';
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
   * One drop.
   *
   * @param id - slug, such as `linea`.
   * @throws {NotFoundError} for an unknown slug; {@link ApiError} with code `drop_archived`
   *   for a drop that is no longer kept up.
   */
  get(id: string, options: CallOptions = {}): ApiPromise<Drop> {
    return new ApiPromise(this.#transport.get<Drop>(['drops', id], {}, options));
  }
}
