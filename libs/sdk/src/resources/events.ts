import type { ListEventsQuery, WebhookEvent } from '@droptrack/contracts';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';
import type { Connection } from '../connection';

/**
 * /v1/events, from the plan `pro` on.
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
   * What endpoints were, or would have been, told in the last 30 days, the newest first: to catch up on what was
   * missed. Each is the body of a delivery; `isKnownEvent` tells whether this version of the package knows its type.
   *
   * @throws {ApiError} with code `invalid_parameter`, and `invalid_cursor` for a cursor of another query;
   *   {@link PlanRequiredError}.
   * @example
   * for await (const event of client.events.list({ type: ['drop.status_changed', 'calendar.*'] })) {
   *   console.log(event.timestamp, event.type, event.id);
   * }
   */
  list(query: ListEventsQuery = {}, options: CallOptions = {}): PagePromise<WebhookEvent> {
    return new PagePromise({ connection: this.#connection, path: ['events'], query, options });
  }
}
