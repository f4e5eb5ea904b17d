import type { Plan } from '@droptrack/contracts';
import { type Database, openDatabase } from '../database/database';
import { ApiKeyRepository } from '../keys/api-key.repository';
import { hashToken } from '../keys/token';
import { createTestDatabase, type TestDatabase } from '../testing';
import {
  CalendarFeedLimitError,
  CalendarFeedRepository,
  type CalendarFeedTerms,
  parseFeedToken,
} from './calendar-feed.repository';

const NOW_MS = Date.parse('2026-08-22T10:00:00.000Z');
const HOUR_MS = 3_600_000;
const TERMS: CalendarFeedTerms = {
  name: 'Claims',
  types: ['claim'],
  chains: null,
  drops: ['linea'],
  form: 'points',
  remind: 'P1D',
};

let test: TestDatabase;
let db: Database;
let feeds: CalendarFeedRepository;
let keys: ApiKeyRepository;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  feeds = new CalendarFeedRepository(db);
  keys = new ApiKeyRepository(db);
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

const issueKey = async (plan: Plan = 'pro') => (await keys.issue({ plan, label: 'test' })).key;
const create = (account: string, terms = TERMS, max = 20) => feeds.create(account, terms, max, NOW_MS);
const read = async (token: string, nowMs = NOW_MS) => (await feeds.findByTokens([token], nowMs))[0] ?? null;

it('stores a feed as given, and finds it by its account only', async () => {
  const { account } = await issueKey();
  const { feed, token } = await create(account);
  expect(feed).toEqual({
    ...TERMS,
    id: expect.stringMatching(/^feed_[0-9a-z]{20}$/) as string,
    account,
    createdAtMs: NOW_MS,
    lastReadAtMs: null,
  });
  expect(parseFeedToken(token)).toBe(token);
  expect(await feeds.find(account, feed.id)).toEqual(feed);
  expect(await feeds.list(account)).toEqual([feed]);
  const other = (await issueKey()).account;
  expect([
    await feeds.find(other, feed.id),
    await feeds.list(other),
    await feeds.rotate(other, feed.id),
    await feeds.remove(other, feed.id),
  ]).toEqual([null, [], null, false]);
});

// A reader of the table, or of a copy of it, must not be able to read a feed.
it('stores the hash of the token only', async () => {
  const { account } = await issueKey();
  const tokens = [(await create(account)).token];
  const [feed] = await feeds.list(account);
  tokens.push((await feeds.rotate(account, feed!.id))!.token);
  const text = JSON.stringify(await db.query('SELECT f::text FROM calendar_feeds AS f WHERE account = $1', [account]));
  expect(text).toContain(hashToken(tokens[1]!).toString('hex'));
  for (const token of tokens) expect(text).not.toContain(token.slice(4));
});

it('holds the limit of an account under concurrent requests', async () => {
  const { account } = await issueKey();
  const created = await Promise.allSettled([1, 2, 3, 4, 5].map(() => create(account, TERMS, 3)));
  const failed = created.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(failed.map(({ reason }) => reason as unknown)).toEqual(
    Array(2).fill(expect.any(CalendarFeedLimitError) as unknown),
  );
  expect(await feeds.list(account)).toHaveLength(3);
});

describe('reading by token', () => {
  it('finds many feeds in one query, in the order of the request', async () => {
    const { account } = await issueKey();
    const [one, two] = [await create(account), await create(account)];
    const found = await feeds.findByTokens([two.token, `dtf_${'0'.repeat(36)}`, one.token], NOW_MS);
    expect(found.map((feed) => feed?.id ?? null)).toEqual([two.feed.id, null, one.feed.id]);
    expect(found[0]).toEqual({ ...two.feed, plan: 'pro', planUntilMs: null });
  });

  it('ends with a rotation and with the deletion', async () => {
    const { account } = await issueKey();
    const { feed, token } = await create(account);
    const next = (await feeds.rotate(account, feed.id))!.token;
    expect([await read(token), (await read(next))?.id]).toEqual([null, feed.id]);
    expect(await feeds.remove(account, feed.id)).toBe(true);
    expect([await read(next), await feeds.remove(account, feed.id)]).toEqual([null, false]);
  });

  it('needs a valid key of the account, and has the highest plan of these keys', async () => {
    const key = await issueKey('scale');
    const { token } = await create(key.account);
    const { key: successor } = await keys.rotate(key.id, 3_600, new Date(NOW_MS));
    await keys.change(successor.id, { plan: 'free' }, new Date(NOW_MS));
    expect(await read(token)).toMatchObject({ plan: 'scale', planUntilMs: NOW_MS + HOUR_MS });
    expect(await read(token, NOW_MS + HOUR_MS)).toMatchObject({ plan: 'free', planUntilMs: null });
    await keys.revoke(successor.id, new Date(NOW_MS));
    expect((await read(token))?.plan).toBe('scale');
    expect(await read(token, NOW_MS + HOUR_MS)).toBeNull();
  });
});

it('records reads to the hour, and forgets those of the former address', async () => {
  const { account } = await issueKey();
  const { feed } = await create(account);
  const lastReads = async () => (await feeds.find(account, feed.id))!.lastReadAtMs;
  await feeds.noteReads([feed.id], NOW_MS);
  await feeds.noteReads([feed.id], NOW_MS + HOUR_MS - 1);
  expect(await lastReads()).toBe(NOW_MS);
  await feeds.noteReads([feed.id], NOW_MS + HOUR_MS);
  expect(await lastReads()).toBe(NOW_MS + HOUR_MS);
  await feeds.rotate(account, feed.id);
  expect(await lastReads()).toBeNull();
});
