import { PAGE_LIMIT, WEBHOOK_LIMITS } from '@droptrack/contracts';
import { cursorScope } from '@droptrack/pagination';
import { EventRepository } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { eventBefore, uncachedList } from '../../platform/responses/list-body';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import type { Viewer } from '../../catalogue/current-view';
import { Clock } from '../../catalogue/clock';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import type { Owner } from '../webhooks/webhooks.service';
import type { ListEventsDto } from './list-events.dto';

const RETENTION_MS = WEBHOOK_LIMITS.keptDays * 86_400_000;

/** Lists the events of an account. */
@Injectable()
export class EventsService {
  constructor(
    private readonly db: LogDatabase,
    private readonly catalogue: LiveCatalogue,
    private readonly clock: Clock,
  ) {}

  /** Lists events, newest first. @throws {DomainError} `invalid_cursor`; {@link UnavailableError} */
  async list({ account, ...viewer }: Owner & Viewer, query: ListEventsDto): Promise<UncachedResponse> {
    const { type, limit = PAGE_LIMIT.default, cursor } = query;
    const scope = cursorScope('events', { type });
    const last = eventBefore(cursor, scope);
    const completeMs = await this.#completeMs(this.catalogue.requireView(viewer).asOfMs);
    const sinceMs = this.clock.nowMs() - RETENTION_MS;
    const before = last === null ? null : await new EventRepository(this.db).findPosition(account, last);
    const events = { account, types: type ?? null, before, limit: limit + 1, sinceMs, completeMs };
    // If the event of the cursor is no longer retained, neither are those before it.
    const found = last !== null && before === null ? [] : await new EventRepository(this.db).list(events);
    const rows = found.slice(0, limit).map(({ id, body }) => ({ eventId: id, json: body }));
    const page = { rows, hasMore: found.length > limit };
    return uncachedList(page, { path: '/v1/events', query, scope, asOfMs: completeMs });
  }

  /** Instant up to which events are published, at most `asOfMs`. Read before the events, so that it never exceeds them. */
  async #completeMs(asOfMs: number): Promise<number> {
    const { sinceMs } = await new EventRepository(this.db).readLag();
    return sinceMs === null ? asOfMs : Math.min(asOfMs, sinceMs - 1);
  }
}
