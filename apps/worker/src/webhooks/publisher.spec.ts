import { dropBody, dropChange, dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import { HYPE_THRESHOLDS } from '@droptrack/contracts';
import { appendRevisions, applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import type { HypeThresholds } from '@droptrack/webhooks';
import { Publisher } from './publisher';
import { loggerInto, until } from './testing';

const HOUR_MS = 3_600_000;

let test: TestDatabase;
let db: Database;
const clock = { aheadMs: 0 };
const publishers: Publisher[] = [];
beforeEach(async () => {
  clock.aheadMs = 0;
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterEach(async () => {
  await Promise.all(publishers.splice(0).map((publisher) => publisher.stop()));
  await db.close();
  await test.drop();
});

function start(thresholds: HypeThresholds = HYPE_THRESHOLDS): Publisher {
  const publisher = new Publisher({
    context: {
      db,
      clock: {
        now: () => Date.now() + clock.aheadMs,
        monotonicMs: () => performance.now() + clock.aheadMs,
        mayWork: () => true,
      },
      random: Math.random,
      failures: {
        failed: (_, error) => {
          throw error;
        },
      },
      logger: loggerInto([]),
    },
    thresholds,
    metrics: { published: () => undefined },
  });
  publishers.push(publisher);
  publisher.start();
  return publisher;
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

describe('Publisher', () => {
  it('publishes changes from before its start and new ones, once each, however many workers run', async () => {
    await state('former', 100 * HOUR_MS);
    const [one] = [start(), start(), start()];
    await until(isUpToDate);
    expect(await types()).toEqual({ 'drop.created': 3, 'calendar.event_created': 3 });
    await state('latter', 100 * HOUR_MS);
    one.wake();
    await until(isUpToDate);
    expect(await types()).toMatchObject({ 'drop.created': 3, 'drop.updated': 3 });
  });

  // After a suspend of the machine or a downtime of the worker, due events are published, and only once.
  it('publishes that an event starts soon when it is due, also after a jump of the clock', async () => {
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

  it('publishes crossings of its thresholds, and of other thresholds after a restart with them', async () => {
    const score = (hype_score: number) =>
      db.transaction((sql) => appendRevisions(sql, [{ ...dropChange(dropBody({ hype_score })), cause: 'catalogue' }]));
    const crossings = async () => {
      await until(isUpToDate);
      const rows = await db.query<{ crossing: string }>(
        `SELECT concat_ws(' ', object ->> 'direction', object ->> 'threshold', 'at', object ->> 'hype_score') AS crossing
         FROM events, LATERAL (SELECT body::jsonb #> '{data,object}' AS object) AS about
         WHERE type = 'hype.threshold_crossed' ORDER BY place`,
      );
      return rows.map(({ crossing }) => crossing);
    };
    const former = start({ scores: [30, 60], hysteresis: 10 });
    for (const each of [20, 65, 52, 50, 60]) await score(each);
    const expected = ['up 30 at 65', 'up 60 at 65', 'down 60 at 50', 'up 60 at 60'];
    expect(await crossings()).toEqual(expected);

    await former.stop();
    start({ scores: [40, 90], hysteresis: 5 });
    for (const each of [61, 20]) await score(each);
    expect(await crossings()).toEqual([...expected, 'down 40 at 20']);
    expect(await db.query('SELECT held FROM hype_levels')).toEqual([{ held: [] }]);
  });
});
