import type { DropOutcome, ListOutcomesQuery } from '@droptrack/contracts';
import type { Connection } from '../connection';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';

/**
 * Operations of `/v1/outcomes`: what past drops paid.
 *
 * @example
 * import { Connection, Outcomes } from '@droptrack/sdk';
 * const outcomes = new Outcomes(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 */
export class Outcomes {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Lists outcomes of past drops, the latest first. Await it for one page, or iterate over it for all outcomes.
   *
   * @param query - filters and sort, and `limit` per page: 1 to 100, default 25. `month` is a UTC month such as `2024-04`,
   *   `method` one or several methods of distribution.
   * @throws {@link ApiError} with code `invalid_parameter`, or `invalid_cursor` for a cursor of another query.
   * @example
   * for await (const { drop, paid_usd, change_90d } of client.outcomes.list({ chain: 'arbitrum', sort: 'paid' })) {
   *   console.log(drop, paid_usd ?? 'unknown', change_90d ?? 'unknown');
   * }
   */
  list(query: ListOutcomesQuery = {}, options: CallOptions = {}): PagePromise<DropOutcome> {
    return new PagePromise({ connection: this.#connection, path: ['outcomes'], query, options });
  }
}
