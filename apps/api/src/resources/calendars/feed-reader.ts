import { CALENDAR_FEED_LIMITS } from '@droptrack/contracts';
import { parseFeedToken, type ReadableCalendarFeed } from '@droptrack/persistence';
import type { BucketTerms } from '@droptrack/resilience';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../catalogue/clock';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { available } from '../../catalogue/log-database';
import { BucketStorage } from '../../platform/rate-limit/bucket-storage';
import { FailedKeys } from '../../platform/rate-limit/failed-keys';
import { rateLimited } from '../../platform/rate-limit/key-limit';
import type { StaticFile } from '../../platform/responses/static-file';
import { Batcher } from '../eligibility/batcher';
import { CalendarFeedBackend } from './calendar-feed-backend';
import { CalendarAddressError } from './errors';
import { FeedFiles } from './feed-files';

/** Bounds of look-ups: concurrent readers share a query. */
const LOOK_UPS = { batchSizeMax: 256, concurrentBatchesMax: 2, pendingMax: 2_000, waitMsMax: 2_000 } as const;
/** Tokens in memory that were valid at their last use. */
const VALID_MAX = 10_000;
const HOUR_MS = 3_600_000;

const { readsPerHour } = CALENDAR_FEED_LIMITS;
const TERMS: BucketTerms = { capacity: readsPerHour, refill: readsPerHour, windowSeconds: 3_600 };

/**
 * Reads feeds by their tokens. Each read asks the database, once for all concurrent reads, so that a rotation, a deletion and
 * the end of the last key of an account apply at once on every instance.
 */
@Injectable()
export class FeedReader {
  readonly #lookUps: Batcher<string, ReadableCalendarFeed | null>;
  readonly #valid = new LRUCache<string, true>({ max: VALID_MAX });

  constructor(
    private readonly backend: CalendarFeedBackend,
    private readonly catalogue: LiveCatalogue,
    private readonly files: FeedFiles,
    private readonly buckets: BucketStorage,
    private readonly failures: FailedKeys,
    private readonly clock: Clock,
  ) {
    const find = (tokens: readonly string[]) => this.backend.get().findByTokens(tokens, this.clock.nowMs());
    this.#lookUps = new Batcher((tokens) => available(find(tokens)), LOOK_UPS);
  }

  /**
   * The calendar of a feed. Takes a token from the bucket of the feed, and none of its account.
   *
   * @param address - of the client, whose reads of unknown feeds count as invalid keys.
   * @throws {CalendarAddressError} for every token that cannot be read; {@link DomainError} `rate_limited`;
   *   {@link UnavailableError}
   */
  async read(token: string, address: string): Promise<StaticFile> {
    const feed = await this.#find(token, address);
    const { isAdmitted, parts } = await this.buckets.take(`read ${feed.id}`, TERMS, 1);
    if (!isAdmitted)
      throw rateLimited(`The limit of ${readsPerHour} requests an hour for this calendar is exceeded`, TERMS, parts);
    this.#noteRead(feed);
    return this.files.get(feed, this.catalogue.requireView(feed));
  }

  async #find(token: string, address: string): Promise<ReadableCalendarFeed> {
    // A service that reads the feeds of many users fails often by its dead ones, and must still read the others.
    if (!this.#valid.has(token)) this.failures.assertMayTry(address);
    const feed = parseFeedToken(token) === null ? null : await this.#lookUps.load(token);
    if (feed !== null) {
      this.#valid.set(token, true);
      return feed;
    }
    this.#valid.delete(token);
    this.failures.count(address);
    throw new CalendarAddressError();
  }

  /** Records a read without delaying it. A record that is lost is made by a later read. */
  #noteRead({ id, lastReadAtMs }: ReadableCalendarFeed): void {
    const nowMs = this.clock.nowMs();
    if (lastReadAtMs !== null && nowMs - lastReadAtMs < HOUR_MS) return;
    this.backend
      .get()
      .noteReads([id], nowMs)
      .catch(() => undefined);
  }
}
