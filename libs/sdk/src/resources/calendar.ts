import type { CalendarEvent, ListCalendarQuery } from '@droptrack/contracts';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';
import type { Connection } from '../connection';

/**
 * Operations of `/v1/calendar`: dated events of all drops.
 *
 * @example
 * import { Calendar, Connection } from '@droptrack/sdk';
 * const calendar = new Calendar(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 */
export class Calendar {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Lists calendar events by start, earliest first. Await it for one page, or iterate over it for all events.
   *
   * @param query - filters, and `limit` per page: 1 to 100, default 25. `from` and `to` are UTC days, both inclusive;
   *   `from` defaults to today.
   * @throws {@link ApiError} with code `invalid_parameter`, or `invalid_cursor` for a cursor of another query.
   * @example
   * const claims = await client.calendar.list({ type: 'claim' }).toArray({ limit: 50 });
   * @example
   * for await (const event of client.calendar.list({ from: '2026-08-01', to: '2026-08-31' })) {
   *   console.log(event.starts_at, event.type, event.drop);
   * }
   */
  list(query: ListCalendarQuery = {}, options: CallOptions = {}): PagePromise<CalendarEvent> {
    return new PagePromise({ connection: this.#connection, path: ['calendar'], query, options });
  }
}
