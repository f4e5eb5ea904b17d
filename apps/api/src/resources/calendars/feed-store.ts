import type { ReadableCalendarFeed } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../catalogue/clock';
import { available } from '../../catalogue/log-database';
import { Batcher } from '../eligibility/batcher';
import { CalendarFeedBackend } from './calendar-feed-backend';

/** Bounds of look-ups: concurrent readers share a query. */
const LOOK_UPS = { batchSizeMax: 256, concurrentBatchesMax: 2, pendingMax: 2_000, waitMsMax: 2_000 } as const;
/** Bounds of records of reads, of which each delays the next. */
const RECORDS = { batchSizeMax: 256, concurrentBatchesMax: 1, pendingMax: 10_000, waitMsMax: 60_000 } as const;
/** Maximum size of the feeds in memory: about 20 000 of usual size, in some 20 MB. */
const SIZE_MAX = 200_000;
/** Size of a feed without names of chains and drops, each of which counts 1. */
const FEED_SIZE = 10;
const HOUR_MS = 3_600_000;

/** A feed that could be read at its last look-up. */
interface HeldFeed {
  readonly feed: ReadableCalendarFeed;
  /** Number of changes that were noticed before the look-up. */
  readonly generation: number;
  /** Last recorded read, milliseconds since the epoch; null before the first. */
  readMs: number | null;
}

/**
 * Finds feeds by their tokens in memory. A feed is looked up in the database at its first read, after feeds or keys have
 * changed, and after a key of its account has expired. Unknown tokens are looked up each time: the failures of their clients
 * are bounded.
 */
@Injectable()
export class FeedStore {
  readonly #held = new LRUCache<string, HeldFeed>({
    maxSize: SIZE_MAX,
    sizeCalculation: ({ feed: { chains, drops } }) => FEED_SIZE + (chains?.length ?? 0) + (drops?.length ?? 0),
  });
  readonly #lookUps: Batcher<string, ReadableCalendarFeed | null>;
  readonly #records: Batcher<string, undefined>;
  #generation = 0;

  constructor(
    backend: CalendarFeedBackend,
    private readonly clock: Clock,
  ) {
    this.#lookUps = new Batcher((tokens) => available(backend.get().findByTokens(tokens, clock.nowMs())), LOOK_UPS);
    this.#records = new Batcher(async (ids) => {
      await backend.get().noteReads(ids, clock.nowMs());
      return ids.map(() => undefined);
    }, RECORDS);
  }

  /** Call when a feed was rotated or deleted, or keys were changed: the next read of each feed looks it up again. */
  changed(): void {
    this.#generation += 1;
  }

  /** True for a token that could be read at its last look-up, if it is in memory. */
  has(token: string): boolean {
    return this.#held.has(token);
  }

  /**
   * The feed of a token; null when it cannot be read. A promise only if it has to be looked up.
   *
   * @throws {UnavailableError} if the look-up fails.
   */
  find(token: string): ReadableCalendarFeed | null | Promise<ReadableCalendarFeed | null> {
    const held = this.#held.get(token);
    if (held?.generation === this.#generation && this.clock.nowMs() < (held.feed.planUntilMs ?? Infinity)) {
      return held.feed;
    }
    return this.#lookUp(token);
  }

  /** Records a read of a token that was found, at most once an hour and without delaying it. Nothing depends on the record. */
  noteRead(token: string): void {
    const held = this.#held.get(token);
    const nowMs = this.clock.nowMs();
    if (held === undefined || nowMs - (held.readMs ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
    held.readMs = nowMs;
    this.#records.load(held.feed.id).catch(() => undefined);
  }

  async #lookUp(token: string): Promise<ReadableCalendarFeed | null> {
    // A change during the look-up makes its result one from before the change.
    const generation = this.#generation;
    const feed = await this.#lookUps.load(token);
    if (feed === null) this.#held.delete(token);
    else this.#held.set(token, { feed, generation, readMs: feed.lastReadAtMs });
    return feed;
  }
}
