import { CALENDAR_FEED_LIMITS } from '@droptrack/contracts';
import { parseFeedToken } from '@droptrack/persistence';
import type { BucketTerms } from '@droptrack/resilience';
import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { BucketStorage } from '../../platform/rate-limit/bucket-storage';
import { FailedKeys } from '../../platform/rate-limit/failed-keys';
import { rateLimited } from '../../platform/rate-limit/key-limit';
import type { StaticFile } from '../../platform/responses/static-file';
import { CalendarAddressError } from './errors';
import { FeedFiles } from './feed-files';
import { FeedStore } from './feed-store';

const { readsPerHour } = CALENDAR_FEED_LIMITS;
const TERMS: BucketTerms = { capacity: readsPerHour, refill: readsPerHour, windowSeconds: 3_600 };

/** Reads feeds by their tokens. */
@Injectable()
export class FeedReader {
  constructor(
    private readonly store: FeedStore,
    private readonly catalogue: LiveCatalogue,
    private readonly files: FeedFiles,
    private readonly buckets: BucketStorage,
    private readonly failures: FailedKeys,
  ) {}

  /**
   * The calendar of a feed. Takes a token from the bucket of the address, and none of its account.
   *
   * @param address - of the client, whose reads of unknown feeds count as invalid keys.
   * @throws {CalendarAddressError} for every token that cannot be read; {@link DomainError} `rate_limited`;
   *   {@link UnavailableError}
   */
  async read(token: string, address: string): Promise<StaticFile> {
    const isKnown = this.store.has(token);
    // Before a look-up, so that reads over the limit cause none. Unknown tokens have no bucket: they could fill the memory.
    if (isKnown) await this.#take(token);
    // A service that reads the feeds of many users fails often by its dead ones, and must still read the others.
    else this.failures.assertMayTry(address);
    const feed = isKnown || parseFeedToken(token) !== null ? await this.store.find(token) : null;
    if (feed === null) {
      this.failures.count(address);
      throw new CalendarAddressError();
    }
    if (!isKnown) await this.#take(token);
    this.store.noteRead(token);
    return this.files.get(feed, this.catalogue.requireView(feed));
  }

  /** Buckets are named by hashes: a replaced address cannot use up the reads of the next one, and no token leaves the process. */
  async #take(token: string): Promise<void> {
    const { isAdmitted, parts } = await this.buckets.take(`read ${hash('sha256', token, 'base64url')}`, TERMS, 1);
    if (isAdmitted) return;
    throw rateLimited(`The limit of ${readsPerHour} requests an hour for this calendar is exceeded`, TERMS, parts);
  }
}
