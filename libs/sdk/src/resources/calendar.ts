import type { CalendarEvent, ListCalendarQuery, Page } from '@droptrack/contracts';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';
import type { Transport } from '../transport';

/** /v1/calendar */
export class Calendar {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page of events, or all of them one after another, the earliest first.
   *
   * @example
   * const claims = await client.calendar.list({ type: 'claim' }).toArray({ limit: 50 });
   */
  list(query: ListCalendarQuery = {}, options: CallOptions = {}): PagePromise<CalendarEvent> {
    const { cursor: start, ...filters } = query;
    return new PagePromise(
      (cursor) => this.#transport.get<Page<CalendarEvent>>(['calendar'], { ...filters, cursor }, options),
      start,
    );
  }
}
