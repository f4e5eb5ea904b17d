import { dropBody, dropChange, dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import { HYPE_THRESHOLDS } from '@droptrack/contracts';
import {
  ApiKeyRepository,
  appendRevisions,
  applyDefinitions,
  type Database,
  openDatabase,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import type { HypeThresholds } from '@droptrack/webhooks';
import { until } from '../deliver/testing';
import { EventFeed, type EventFeedDeps } from './event-feed';

const HOUR_MS = 3_600_000;

let test: TestDatabase;
let db: Database;
const clock = { aheadMs: 0 };
const feeds: EventFeed[] = [];
beforeEach(async () => {
  clock.aheadMs = 0;
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
  await db.close();
  await test.drop();
});

function start(thresholds: HypeThresholds = HYPE_THRESHOLDS, over: Partial<EventFeedDeps> = {}): EventFeed {
  const feed = new EventFeed({
    db,
    clocks: { now: () => Date.now() + clock.aheadMs, monotonicMs: () => performance.now() + clock.aheadMs },
    random: Math.random,
    thresholds,
    onFailure: (_, error) => {
      throw error;
    },
    offer: () => null,
    take: async () => undefined,
    onTurned: () => undefined,
    ...over,
  });
  feeds.push(feed);
  feed.start();
  return feed;
}

const state = (name: string, startsInMs: number) => {
  const startsAt = new Date(Date.now() + startsInMs).toISOString();
  const events = [eventDefinition({ startsAt, endsAt: null })];
  const definitions = ['a', 'b', 'c'].map((id) => dropDefinition({ id, name, events }));
  return applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: Date.now() });
};
const types = async () => {
  const rows = await db.query<{ type: string; n: number }>('SELECT type, count(*)::int AS n FROM events GROUP BY type');
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
};
const isUpToDate = async () => (await db.query('SELECT FROM event_head JOIN log_head USING (seq)')).length === 1;

describe('EventFeed', () => {
  it('makes up for what came while nobody was there, and for what comes, once each however many there are', async () => {
    await state('former', 100 * HOUR_MS);
    const [one] = [start(), start(), start()];
    await until(isUpToDate);
    expect(await types()).toEqual({ 'drop.created': 3, 'calendar.event_created': 3 });
    await state('latter', 100 * HOUR_MS);
    one.wake();
    await until(isUpToDate);
    expect(await types()).toMatchObject({ 'drop.created': 3, 'drop.updated': 3 });
  });

  // A machine that slept for a day, or a worker that was down: what has become due is told, and told once.
  it('tells what starts soon as soon as it does, also when the clock has jumped over it', async () => {
    await state('name', 72 * HOUR_MS);
    start();
    start();
    await until(isUpToDate);
    expect(await types()).not.toHaveProperty('calendar.event_starting_soon');
    clock.aheadMs = 60 * HOUR_MS;
    await until(async () => (await types())['calendar.event_starting_soon'] === 3);
    clock.aheadMs += HOUR_MS;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await types()).toMatchObject({ 'calendar.event_starting_soon': 3 });
    expect(await db.query(`SELECT FROM revisions WHERE entity = 'moment'`)).toHaveLength(3);
  });

  const room = { max: 100, leaseMs: 30_000, ratePerSecond: 50 };
  /** An endpoint that wants everything. */
  const listen = () =>
    db.transaction(async (sql) => {
      const { key } = await new ApiKeyRepository(db).issue({ plan: 'pro', label: 'test' });
      await sql.query(
        `INSERT INTO webhook_endpoints (id, account, url, events, enabled, created_at, updated_at)
         VALUES ('wh_1', $1, 'https://hooks.example/', '{*}', true, now(), now())`,
        [key.account],
      );
    });

  it('hands over what it made for who offered to begin it, and tells of what is left to others', async () => {
    await listen();
    const taken: string[] = [];
    const left: number[] = [];
    start(HYPE_THRESHOLDS, {
      offer: () => room,
      take: async (deliveries) => void taken.push(...deliveries.map(({ endpointId }) => endpointId)),
      onTurned: (report) => void left.push(report.deliveries - report.taken.length),
    });
    await state('name', 100 * HOUR_MS);
    await until(isUpToDate);
    await until(() => taken.length === 4);
    // Three drops and three events of the calendar, and four at a time to an endpoint.
    await until(() => left.reduce((sum, each) => sum + each, 0) === 2);
    expect(await db.query(`SELECT FROM deliveries WHERE status = 'sending'`)).toHaveLength(4);
  });

  const soon = (clock: { nowMs: number; offer?: typeof room }, taken: unknown[] = []) => ({
    clocks: { now: Date.now, monotonicMs: () => clock.nowMs },
    offer: () => clock.offer ?? ('soon' as const),
    take: async (deliveries: readonly unknown[]) => void taken.push(...deliveries),
  });
  const more = () => appendRevisions(db, [{ ...dropChange(dropBody()), cause: 'catalogue' }]);

  // What is made while there is no room is left to whoever has some first.
  it('waits for room for a moment, then leaves all to be claimed, and waits no more until there was some', async () => {
    await listen();
    const taken: unknown[] = [];
    const clock = { nowMs: 0 };
    await more();
    start(HYPE_THRESHOLDS, soon(clock, taken));
    clock.nowMs = 499;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await isUpToDate()).toBe(false);
    clock.nowMs = 500;
    await until(isUpToDate);
    await more();
    await until(isUpToDate);
    expect(taken).toEqual([]);
    expect(await db.query(`SELECT FROM deliveries WHERE status = 'pending'`)).not.toEqual([]);
  });

  // Else who reads the event feed would wait with those who are told.
  it('waits for nobody while it has been behind the log for five seconds', async () => {
    await listen();
    const clock: { nowMs: number; offer?: typeof room } = { nowMs: 0, offer: { ...room, max: 1 } };
    for (let n = 0; n < 6; n += 1) await more();
    const deps = soon(clock);
    let turns = 0;
    start(HYPE_THRESHOLDS, {
      ...deps,
      onTurned: () => {
        turns += 1;
        delete clock.offer;
        clock.nowMs = 5_001;
      },
    });
    await until(isUpToDate);
    expect(turns).toBe(2);
  });

  it('goes on as soon as there is room', async () => {
    await listen();
    const taken: unknown[] = [];
    const clock: { nowMs: number; offer?: typeof room } = { nowMs: 0 };
    await more();
    const feed = start(HYPE_THRESHOLDS, soon(clock, taken));
    // Set back so far that it would wait for days.
    clock.nowMs = -1e9;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await isUpToDate()).toBe(false);
    clock.offer = room;
    feed.roomFreed();
    await until(isUpToDate);
    await until(() => taken.length === 1);
  });

  // Else nothing would be offered ever again.
  it('takes an offer to its end also when a turn fails', async () => {
    const ends: number[] = [];
    await more();
    await db.query('ALTER TABLE events RENAME TO gone');
    start(HYPE_THRESHOLDS, {
      offer: () => room,
      take: async (deliveries) => void ends.push(deliveries.length),
      onFailure: () => undefined,
    });
    await until(() => ends.length > 0);
    await db.query('ALTER TABLE gone RENAME TO events');
    await until(isUpToDate);
    expect(ends[0]).toBe(0);
  });

  it('tells the thresholds that it was given, and from a restart on those that it is given then', async () => {
    const score = (hype_score: number) =>
      db.transaction((sql) => appendRevisions(sql, [{ ...dropChange(dropBody({ hype_score })), cause: 'catalogue' }]));
    const crossings = async () => {
      await until(isUpToDate);
      const rows = await db.query<{ told: string }>(
        `SELECT concat_ws(' ', object ->> 'direction', object ->> 'threshold', 'at', object ->> 'hype_score') AS told
         FROM events, LATERAL (SELECT body::jsonb #> '{data,object}' AS object) AS about
         WHERE type = 'hype.threshold_crossed' ORDER BY place`,
      );
      return rows.map(({ told }) => told);
    };
    const former = start({ scores: [30, 60], hysteresis: 10 });
    for (const each of [20, 65, 52, 50, 60]) await score(each);
    const told = ['up 30 at 65', 'up 60 at 65', 'down 60 at 50', 'up 60 at 60'];
    expect(await crossings()).toEqual(told);

    await former.stop();
    start({ scores: [40, 90], hysteresis: 5 });
    for (const each of [61, 20]) await score(each);
    expect(await crossings()).toEqual([...told, 'down 40 at 20']);
    expect(await db.query('SELECT held FROM hype_levels')).toEqual([{ held: [] }]);
  });
});
