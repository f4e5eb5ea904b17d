import type { CalendarFeedRepository } from '@droptrack/persistence';
import { UnavailableError } from '../../platform/errors/domain-error';

/** Stored calendar feeds, if the API has a database; the OpenAPI document is generated without one. */
export class CalendarFeedBackend {
  constructor(private readonly feeds: CalendarFeedRepository | null) {}

  /** @throws {UnavailableError} without a database. */
  get(): CalendarFeedRepository {
    if (this.feeds === null) throw new UnavailableError('Calendar feeds are not available');
    return this.feeds;
  }
}
