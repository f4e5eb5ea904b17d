import type { CalendarFeedRepository } from '@droptrack/persistence';
import { Clock } from '../../catalogue/clock';
import type { LiveCatalogue } from '../../catalogue/live-catalogue';
import { BucketStorage } from '../../platform/rate-limit/bucket-storage';
import { FailedKeys } from '../../platform/rate-limit/failed-keys';
import { MemoryBuckets } from '../../platform/rate-limit/memory-buckets';
import { CalendarFeedBackend } from './calendar-feed-backend';
import type { FeedFiles } from './feed-files';
import { FeedReader } from './feed-reader';
import { FeedStore } from './feed-store';

const ADDRESS = '203.0.113.7';
const FEED = { id: 'feed_00000000000000000001', chains: null, drops: null, lastReadAtMs: 0, planUntilMs: null };

describe('a reader of feeds', () => {
  // A busy app after each change of a key, or while the database is slow, must not add to its load.
  it('rejects reads over the limit of a feed before it asks the database', async () => {
    const findByTokens = jest.fn((tokens: readonly string[]) => Promise.resolve(tokens.map(() => FEED)));
    const store = new FeedStore(
      new CalendarFeedBackend({ findByTokens } as unknown as CalendarFeedRepository),
      new Clock(() => 0),
    );
    const buckets = new MemoryBuckets(() => 0);
    const reader = new FeedReader(
      store,
      { requireView: () => null } as unknown as LiveCatalogue,
      { get: () => null } as unknown as FeedFiles,
      new BucketStorage(buckets, buckets),
      new FailedKeys(new MemoryBuckets(() => 0), 100),
    );
    await store.find('known');
    for (let count = 0; count < 60; count += 1) await reader.read('known', ADDRESS);
    store.changed();
    await expect(reader.read('known', ADDRESS)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(reader.read('guess', ADDRESS)).rejects.toMatchObject({ code: 'calendar_not_found' });
    expect([findByTokens.mock.calls.length, buckets.size]).toEqual([1, 1]);
  });
});
