import type { ListEventsQuery, WebhookEvent } from '@droptrack/contracts';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';
import type { Connection } from '../connection';

/**
 * Operations of `/v1/events`. They require the `pro` plan or higher.
 *
 * @example
 * import type { Events } from '@droptrack/sdk';
 * const events: Events = client.events;
 */
export class Events {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Lists the events of the last 30 days, newest first, independently of endpoints and their filters. Use it to catch up
   * on missed deliveries. Each item equals the body of a delivery; {@link isKnownEvent} detects types that are newer than
   * this version of the package.
   *
   * @param query - `type`: event types or groups, such as `calendar.*`; `limit` per page: 1 to 100, default 25.
   * @throws {@link ApiError} with code `invalid_parameter`, or `invalid_cursor` for a cursor of another query.
   * @throws {@link PlanRequiredError} with the plan `free`.
   * @example
   * for await (const event of client.events.list({ type: ['drop.status_changed', 'calendar.*'] })) {
   *   console.log(event.timestamp, event.type, event.id);
   * }
   */
  list(query: ListEventsQuery = {}, options: CallOptions = {}): PagePromise<WebhookEvent> {
    return new PagePromise({ connection: this.#connection, path: ['events'], query, options });
  }
}
