import { dropBody, dropChange, eventBody, eventChange } from '@droptrack/catalogue/testing';
import type { WebhookEnvelope } from '@droptrack/contracts';
import { appendRevisions } from '../log/append';
import { type EventsQuery, EventRepository } from './event.repository';
import { DAY_MS, feedDatabase } from './testing/publish';

let feed: Awaited<ReturnType<typeof feedDatabase>>;
beforeEach(async () => (feed = await feedDatabase()));
afterEach(() => feed.close());

const NOW_MS = Date.now();
const cause = 'catalogue';
const drops = (count: number, from = 0) =>
  appendRevisions(
    feed.db,
    Array.from({ length: count }, (_, n) => ({ ...dropChange(dropBody({ id: `drop-${from + n}` })), cause })),
  );
const ping = (account: string, id: string, atMs = NOW_MS) =>
  feed.db.query(
    `INSERT INTO events (id, type, account, recorded_at, body)
     VALUES ($1, 'webhook.ping', $2, to_timestamp($3::float8 / 1000), json_build_object('id', $1::text, 'sequence', null)::text)`,
    [id, account, atMs],
  );
const query = (over: Partial<EventsQuery> = {}) =>
  new EventRepository(feed.db).list({
    account: 'key_mine',
    types: null,
    before: null,
    limit: 100,
    sinceMs: NOW_MS - 30 * DAY_MS,
    completeMs: Infinity,
    ...over,
  });
const seen = async (over: Partial<EventsQuery> = {}) =>
  (await query(over)).map(({ body }) => JSON.parse(body) as WebhookEnvelope).map(({ sequence, id }) => sequence ?? id);
const recordedMs = async (seq: number) => {
  const [row] = await feed.db.query<{ ms: number }>(
    'SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 AS ms FROM revisions WHERE seq = $1',
    [seq],
  );
  return row!.ms;
};

describe('the feed of events', () => {
  it('lists the newest first: those of the log, and those about endpoints of the account', async () => {
    await drops(2);
    await feed.publish();
    await ping('key_other', 'evt_other');
    await ping('key_mine', 'evt_mine');
    await drops(1, 2);
    await feed.publish();
    expect(await seen()).toEqual([3, 'evt_mine', 2, 1]);
    const [newest] = await query({ limit: 1 });
    expect(newest!.body).toBe(
      (await feed.db.query<{ body: string }>('SELECT body FROM events WHERE seq = 3'))[0]!.body,
    );
  });

  it('ends at the instant up to which no event is missing', async () => {
    await ping('key_mine', 'evt_mine', NOW_MS + DAY_MS);
    await drops(2);
    await feed.publish();
    const firstMs = await recordedMs(1);
    expect(await seen({ completeMs: firstMs - 1 })).toEqual(['evt_mine']);
    expect(await seen({ completeMs: firstMs })).toContain(1);
  });

  // Clients read from the newest event to one that they have; they never see an event that is inserted below it.
  it('lists no event about an endpoint before the events of the log below it', async () => {
    await drops(1);
    await feed.publish();
    await ping('key_mine', 'evt_mine', NOW_MS - DAY_MS);
    const firstMs = await recordedMs(1);
    expect(await seen({ completeMs: firstMs - 1 })).toEqual([]);
    expect(await seen({ completeMs: firstMs - 1, types: ['webhook.*'] })).toEqual([]);
    expect(await seen({ completeMs: firstMs })).toEqual(['evt_mine', 1]);
  });

  it('lists each event once, page by page, while new ones are stored', async () => {
    await drops(7);
    await ping('key_mine', 'evt_mine');
    await feed.publish();
    const all: unknown[] = [];
    for (let before: bigint | null = null; ;) {
      const page = await query({ before, limit: 3 });
      all.push(...page.map(({ body }) => (JSON.parse(body) as WebhookEnvelope).sequence));
      await drops(1, 7 + all.length);
      await feed.publish();
      if (page.length < 3) break;
      before = BigInt(page.at(-1)!.position);
    }
    expect(all).toEqual([7, 6, 5, 4, 3, 2, 1, null]);
  });

  it('lists the requested types, single or by group', async () => {
    await appendRevisions(feed.db, [
      { ...dropChange(dropBody({ hype_score: 40 })), cause },
      { ...eventChange(eventBody()), cause },
      { ...dropChange(dropBody({ hype_score: 52 })), cause },
    ]);
    await feed.publish();
    await ping('key_mine', 'evt_mine');
    await ping('key_other', 'evt_other');
    expect(await seen({ types: ['calendar.*'] })).toEqual([2]);
    expect(await seen({ types: ['drop.created', 'hype.*', 'drop.created'] })).toEqual([3, 1]);
    expect(await seen({ types: ['webhook.*'] })).toEqual(['evt_mine']);
    expect(await seen({ types: ['drop.archived'] })).toEqual([]);
    expect(await seen({ types: ['*'] })).toEqual(await seen());
  });

  it('lists nothing older than requested, also if it still exists', async () => {
    await ping('key_mine', 'evt_old', NOW_MS - 31 * DAY_MS);
    await ping('key_mine', 'evt_new');
    expect(await seen()).toEqual(['evt_new']);
  });
});
