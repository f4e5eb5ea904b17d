import type { CalendarFeedRepository, ReadableCalendarFeed } from '@droptrack/persistence';
import { Clock } from '../../catalogue/clock';
import { CalendarFeedBackend } from './calendar-feed-backend';
import { FeedStore } from './feed-store';

const HOUR_MS = 3_600_000;
const FEED: ReadableCalendarFeed = {
  id: 'feed_00000000000000000001',
  account: 'account',
  name: 'Claims',
  types: null,
  chains: null,
  drops: null,
  form: 'points',
  remind: null,
  createdAtMs: 0,
  lastReadAtMs: null,
  plan: 'pro',
  planUntilMs: null,
};

/** A store over a database that knows only the token `known`. */
function setUp(feed: Partial<ReadableCalendarFeed> = {}) {
  const known = { ...FEED, ...feed };
  const time = { nowMs: HOUR_MS };
  const repository = {
    findByTokens: jest.fn((tokens: readonly string[]) =>
      Promise.resolve(tokens.map((token) => (token === 'known' ? known : null))),
    ),
    noteReads: jest.fn(() => Promise.resolve()),
  };
  const backend = new CalendarFeedBackend(repository as unknown as CalendarFeedRepository);
  return { known, time, repository, store: new FeedStore(backend, new Clock(() => time.nowMs)) };
}

describe('a store of feeds', () => {
  it('asks the database for concurrent reads in one query, and not for later ones', async () => {
    const { known, repository, store } = setUp();
    expect(await Promise.all([store.find('known'), store.find('known')])).toEqual([known, known]);
    expect(repository.findByTokens).toHaveBeenCalledTimes(1);
    expect([store.find('known'), store.has('known')]).toEqual([known, true]);
    expect(repository.findByTokens).toHaveBeenCalledTimes(1);
  });

  it('asks again after a change, and keeps that the token was valid', async () => {
    const { known, repository, store } = setUp();
    await store.find('known');
    store.changed();
    expect(store.has('known')).toBe(true);
    expect(await store.find('known')).toBe(known);
    expect(repository.findByTokens).toHaveBeenCalledTimes(2);
    repository.findByTokens.mockResolvedValue([null]);
    store.changed();
    expect([await store.find('known'), store.has('known')]).toEqual([null, false]);
  });

  // The query may have read the feed before its rotation.
  it('does not rely on a look-up during which feeds changed', async () => {
    const { repository, store } = setUp();
    const found = store.find('known');
    store.changed();
    await found;
    await store.find('known');
    expect(repository.findByTokens).toHaveBeenCalledTimes(2);
  });

  // An expiry is no change of a key, but can end the feed or lower its plan.
  it('asks again when a key of the account has expired', async () => {
    const { time, repository, store } = setUp({ planUntilMs: 2 * HOUR_MS });
    await store.find('known');
    time.nowMs = 2 * HOUR_MS - 1;
    await store.find('known');
    expect(repository.findByTokens).toHaveBeenCalledTimes(1);
    time.nowMs = 2 * HOUR_MS;
    await store.find('known');
    expect(repository.findByTokens).toHaveBeenCalledTimes(2);
  });

  it('does not keep unknown tokens', async () => {
    const { repository, store } = setUp();
    expect([await store.find('guess'), await store.find('guess'), store.has('guess')]).toEqual([null, null, false]);
    expect(repository.findByTokens).toHaveBeenCalledTimes(2);
  });

  it('keeps a bounded number of feeds, fewer of those with many names', async () => {
    const { repository, store } = setUp();
    const drops = Array.from({ length: 100 }, (_, index) => `drop-${index}`);
    repository.findByTokens.mockImplementation((tokens) =>
      Promise.resolve(tokens.map(() => ({ ...FEED, drops, chains: drops }))),
    );
    const tokens = Array.from({ length: 1_000 }, (_, index) => `token ${index}`);
    for (const token of tokens) await store.find(token);
    expect(tokens.filter((token) => store.has(token))).toHaveLength(952);
  });

  it('records reads once an hour', async () => {
    const { known, time, repository, store } = setUp();
    await store.find('known');
    for (const nowMs of [HOUR_MS, HOUR_MS + 1, 2 * HOUR_MS - 1, 2 * HOUR_MS]) {
      time.nowMs = nowMs;
      store.noteRead('known');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(repository.noteReads.mock.calls).toEqual([
      [[known.id], HOUR_MS],
      [[known.id], 2 * HOUR_MS],
    ]);
  });
});
