import type { CalendarFeed, CreateCalendarFeed, CreatedCalendarFeed } from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import type { Connection } from '../connection';
import type { CallOptions } from '../options';
import { PagePromise } from '../page-promise';

/**
 * Operations of `/v1/calendars`: parts of the calendar to which calendar apps can subscribe. Every plan includes them.
 *
 * `create` and `rotate` are only retried after 429, which rejects a request before it takes effect. After a timeout or a
 * lost connection the request may have taken effect: check with `list` before you repeat `create`; repeat `rotate`.
 *
 * @example
 * import type { Calendars } from '@droptrack/sdk';
 * const calendars: Calendars = client.calendars;
 */
export class Calendars {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates a calendar. Anyone who knows its address can read it: treat `url` as a secret.
   *
   * @param calendar - filters `types`, `chains` and `drops`; `form` of windows: `points` (default) or `spans`; `remind`: an ISO
   *   8601 duration from `PT1M` to `P30D`; `name`: at most 100 characters.
   * @returns the calendar with its address, which the API returns only here and on rotation: store it.
   * @throws {@link ApiError} with code `validation_failed` for unknown drops, an invalid member, and when the account has 20
   *   calendars. `errors` lists the violations.
   * @example
   * const { url } = await client.calendars.create({ types: ['claim'], remind: 'P1D' });
   * console.log(`Add this calendar in your calendar app: ${url}`);
   */
  create(calendar: CreateCalendarFeed = {}, options: CallOptions = {}): ApiPromise<CreatedCalendarFeed> {
    return this.#connection.send('POST', ['calendars'], calendar, options);
  }

  /**
   * Lists all calendars of the account on one page, newest first, without their addresses. An account is an API key and
   * the keys that its rotations created.
   *
   * @example
   * for await (const { id, name, last_read_at } of client.calendars.list()) console.log(id, name, last_read_at);
   */
  list(options: CallOptions = {}): PagePromise<CalendarFeed> {
    return new PagePromise({ connection: this.#connection, path: ['calendars'], query: {}, options });
  }

  /**
   * Retrieves a calendar, without its address.
   *
   * @param id - id of the calendar, such as `feed_7q2m4xk09dbv5t1c8hzw`.
   * @throws {@link NotFoundError} with code `calendar_not_found` for an unknown calendar, and for one of another account.
   * @example
   * const { name, last_read_at } = await client.calendars.get('feed_7q2m4xk09dbv5t1c8hzw');
   */
  get(id: string, options: CallOptions = {}): ApiPromise<CalendarFeed> {
    return this.#connection.get(['calendars', id], {}, options);
  }

  /**
   * Deletes a calendar: its address returns 404 within a second. The call is retried like a read: if the first response was
   * lost, the retry throws {@link NotFoundError} although the calendar has been deleted.
   *
   * @param id - id of the calendar, such as `feed_7q2m4xk09dbv5t1c8hzw`.
   * @throws {@link NotFoundError} with code `calendar_not_found` for an unknown or deleted calendar.
   * @example
   * await client.calendars.delete('feed_7q2m4xk09dbv5t1c8hzw');
   */
  delete(id: string, options: CallOptions = {}): ApiPromise<void> {
    return this.#connection.send('DELETE', ['calendars', id], undefined, options);
  }

  /**
   * Replaces the address of a calendar. The former address stops working within a second.
   *
   * @param id - id of the calendar, such as `feed_7q2m4xk09dbv5t1c8hzw`.
   * @returns the calendar with its new address.
   * @throws {@link NotFoundError} with code `calendar_not_found` for an unknown calendar.
   * @example
   * const { url } = await client.calendars.rotate('feed_7q2m4xk09dbv5t1c8hzw');
   */
  rotate(id: string, options: CallOptions = {}): ApiPromise<CreatedCalendarFeed> {
    return this.#connection.send('POST', ['calendars', id, 'rotate'], undefined, options);
  }
}
