import {
  CALENDAR_FEED_LIMITS,
  type CalendarFeed,
  type CreateCalendarFeed,
  type CreatedCalendarFeed,
} from '@droptrack/contracts';
import { toPage } from '@droptrack/pagination';
import {
  type ApiKey,
  CalendarFeedLimitError,
  type CalendarFeedTerms,
  type IssuedCalendarFeed,
  type StoredCalendarFeed,
} from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../catalogue/clock';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { available } from '../../catalogue/log-database';
import { bodyRejection, violationsOf } from '../../platform/input/check-body';
import { PublicUrl } from '../../platform/responses/public-url';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { unknownDrops } from '../unknown-drops';
import { CalendarFeedBackend } from './calendar-feed-backend';
import type { CreateCalendarFeedDto } from './calendars.dto';
import { accountLimitReached } from '../../platform/errors/domain-error';
import { CalendarNotFoundError } from './errors';
import { FeedStore } from './feed-store';

/** Owner of feeds: the account of a key, which its rotated successors share, and its plan. */
type Owner = Pick<ApiKey, 'account' | 'plan'>;

const DEFAULT_NAME = 'Droptrack';

/** Manages the calendar feeds of accounts. */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly backend: CalendarFeedBackend,
    private readonly store: FeedStore,
    private readonly catalogue: LiveCatalogue,
    private readonly clock: Clock,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** @throws {DomainError} `validation_failed`; {@link UnavailableError} */
  async create({ account, plan }: Owner, body: CreateCalendarFeedDto): Promise<UncachedResponse> {
    const { perAccount } = CALENDAR_FEED_LIMITS;
    const feeds = this.backend.get();
    this.#assertBody(body, plan);
    const nowMs = this.clock.nowMs();
    const issued = await available(feeds.create(account, termsOf(body), perAccount, nowMs)).catch((error: unknown) => {
      throw error instanceof CalendarFeedLimitError ? accountLimitReached('calendar', perAccount) : error;
    });
    const location = `/v1/calendars/${issued.feed.id}`;
    return new UncachedResponse(JSON.stringify(this.#presentIssued(issued)), nowMs, { status: 201, location });
  }

  /** Lists all feeds, latest first; the maximum number per account fits on one page. @throws {UnavailableError} */
  async list({ account }: Owner): Promise<UncachedResponse> {
    const nowMs = this.clock.nowMs();
    const feeds = await available(this.backend.get().list(account));
    return new UncachedResponse(JSON.stringify(toPage(feeds.map(presentFeed), null, new Date(nowMs))), nowMs);
  }

  /** @throws {CalendarNotFoundError} {@link UnavailableError} */
  async get({ account }: Owner, id: string): Promise<UncachedResponse> {
    const nowMs = this.clock.nowMs();
    const feed = isFeedId(id) ? await available(this.backend.get().find(account, id)) : null;
    if (feed === null) throw new CalendarNotFoundError();
    return new UncachedResponse(JSON.stringify(presentFeed(feed)), nowMs);
  }

  /** @throws {CalendarNotFoundError} {@link UnavailableError} */
  async remove({ account }: Owner, id: string): Promise<void> {
    const isRemoved = isFeedId(id) && (await available(this.backend.get().remove(account, id)));
    if (!isRemoved) throw new CalendarNotFoundError();
    this.store.changed();
  }

  /** Replaces the address of a feed. @throws {CalendarNotFoundError} {@link UnavailableError} */
  async rotate({ account }: Owner, id: string): Promise<UncachedResponse> {
    const nowMs = this.clock.nowMs();
    const issued = isFeedId(id) ? await available(this.backend.get().rotate(account, id)) : null;
    if (issued === null) throw new CalendarNotFoundError();
    this.store.changed();
    return new UncachedResponse(JSON.stringify(this.#presentIssued(issued)), nowMs);
  }

  #assertBody(body: CreateCalendarFeedDto, plan: Owner['plan']): void {
    const violations = [...violationsOf(body)];
    const hasSoundDrops = !violations.some(({ pointer }) => pointer.startsWith('#/drops'));
    if (hasSoundDrops) {
      violations.push(...unknownDrops('#/drops', body.drops ?? [], this.catalogue.requireView({ plan }).view));
    }
    if (violations.length > 0) throw bodyRejection(violations);
  }

  #presentIssued({ feed, token }: IssuedCalendarFeed): CreatedCalendarFeed {
    const url = `${this.publicUrl.text}/v1/calendars/${token}.ics`;
    return { ...presentFeed(feed), url, webcal_url: url.replace(/^https?:/, 'webcal:') };
  }
}

/** Syntax check that keeps arbitrary text out of queries. */
const isFeedId = (text: string): boolean => /^feed_[0-9a-z]{20}$/.test(text);

function termsOf({ name, types, chains, drops, form, remind }: CreateCalendarFeed): CalendarFeedTerms {
  return {
    name: name ?? DEFAULT_NAME,
    types: types ?? null,
    chains: chains ?? null,
    drops: drops ?? null,
    form: form ?? 'points',
    remind: remind ?? null,
  };
}

/** Wire format of a feed. Members are listed explicitly, so that new columns are not exposed. */
function presentFeed(feed: StoredCalendarFeed): CalendarFeed {
  const { id, name, types, chains, drops, form, remind, createdAtMs, lastReadAtMs } = feed;
  return {
    id,
    name,
    types: types && [...types],
    chains: chains && [...chains],
    drops: drops && [...drops],
    form,
    remind,
    created_at: new Date(createdAtMs).toISOString(),
    last_read_at: lastReadAtMs === null ? null : new Date(lastReadAtMs).toISOString(),
  };
}
