import type { Revision } from '@droptrack/catalogue';
import { anyLog, dropBody, dropChange } from '@droptrack/catalogue/testing';
import fc from 'fast-check';
import type { Database, Transaction } from '../database/database';
import { appendRevisions } from '../log/append';
import { LogGapError } from '../log/log-gap.error';
import { startHistory } from '../log/start-history';
import { putBack } from '../log/testing';
import { withClient } from '../testing';
import { EventRepository } from './event.repository';
import { publishEvents } from './publish';
import { deriveAllEvents, feedDatabase, runningIn, untilWaitingForLocks } from './testing/publish';

let feed: Awaited<ReturnType<typeof feedDatabase>>;
beforeEach(async () => (feed = await feedDatabase()));
afterEach(() => feed.close());

const cause = 'catalogue';
/** Random logs without scheduled events. */
const someLog = (seed: number) =>
  fc
    .sample(anyLog, { numRuns: 8, seed })
    .flat()
    .map(({ entity, id, body }) => ({ entity, id, body: apart(body), cause }) as const);
/** Scores below, within the band of, above the first threshold, and above all; null stays null. */
const apart = (body: Revision['body']): Revision['body'] =>
  body !== null && 'hype_score' in body && body.hype_score !== null
    ? { ...body, hype_score: [40, 47, 52, 90][body.hype_score]! }
    : body;
const append = (seed: number) => appendRevisions(feed.db, someLog(seed));
const drop = (over: Parameters<typeof dropBody>[0] = {}) => ({ ...dropChange(dropBody(over)), cause }) as const;
const stored = () =>
  feed.db.query<{ id: string }>('SELECT id, body, drop_id AS "dropId", chain, hype FROM events ORDER BY place');
const byTheRules = async () =>
  (await deriveAllEvents(feed.db)).map(({ id, body, dropId, chain, hype }) => ({ id, body, dropId, chain, hype }));

describe('the log as events', () => {
  it('causes the events of the pure rules, byte for byte and in its order, in batches of any size', async () => {
    for (const seed of [1, 2, 3]) {
      await append(seed);
      await feed.publish({ limit: seed * 3 });
    }
    const events = await stored();
    expect(events.length).toBeGreaterThan(200);
    expect(events).toEqual(await byTheRules());
    expect(await feed.publish()).toMatchObject({ revisions: 0, calls: 1 });
  });

  it('is published once by several workers while it grows', async () => {
    const { account } = await feed.account();
    await feed.endpoints({ id: 'wh_1', account });
    let isGrowing = true;
    const worker = async (limit: number) => {
      while (isGrowing) await feed.publish({ limit });
    };
    const workers = [worker(3), worker(7)];
    for (const seed of [4, 5, 6, 7]) await append(seed);
    isGrowing = false;
    await Promise.all(workers);
    await feed.publish();
    const events = await stored();
    expect(events).toEqual(await byTheRules());
    const deliveries = await feed.db.query(
      'SELECT e.id FROM deliveries AS d JOIN events AS e ON e.place = d.event ORDER BY d.id',
    );
    expect(deliveries).toEqual(events.map(({ id }) => ({ id })));
  });

  // The next worker repeats everything that was not committed.
  it('loses nothing and publishes nothing twice when a worker is killed at any statement', async () => {
    await feed.endpoints({ id: 'wh_1', ...(await feed.account()) });
    await append(8);
    const killedAt = (last: number): Database => {
      const dying = (sql: Transaction, left = last): Transaction =>
        Object.assign(Object.create(sql) as Transaction, {
          query: (...args: Parameters<Transaction['query']>) => {
            if (left-- === 0) throw new Error('killed');
            return sql.query(...args);
          },
          prepared: (...args: Parameters<Transaction['prepared']>) => {
            if (left-- === 0) throw new Error('killed');
            return sql.prepared(...args);
          },
        });
      return runningIn(feed.db, (work) => feed.db.transaction((sql) => work(dying(sql))));
    };
    let deaths = 0;
    for (; ; deaths += 1) {
      const turn = await publishEvents(killedAt(deaths), { nowMs: Date.now(), limit: 40 }).catch(() => null);
      if (turn !== null) break;
      expect(
        await feed.db.query('SELECT FROM events UNION ALL SELECT FROM deliveries UNION ALL SELECT FROM hype_levels'),
      ).toEqual([]);
    }
    expect(deaths).toBeGreaterThan(8);
    await feed.publish();
    expect(await stored()).toEqual(await byTheRules());
  });

  // No client expects events from before webhooks existed.
  it('is published from the position of the migration on, with knowledge of the state before', async () => {
    await appendRevisions(feed.db, [drop({ hype_score: 72 })]);
    await feed.db.query('UPDATE event_head SET seq = log_head.seq FROM log_head');
    await appendRevisions(feed.db, [drop({ hype_score: 60 }), drop({ hype_score: 71 })]);
    await feed.publish({ limit: 1 });
    expect((await feed.published()).map(({ type, sequence, data }) => [type, sequence, data.previous])).toEqual([
      ['drop.updated', 2, { hype_score: 72 }],
      ['hype.threshold_crossed', 2, { hype_score: 72 }],
      ['drop.updated', 3, { hype_score: 60 }],
      ['hype.threshold_crossed', 3, { hype_score: 60 }],
    ]);
  });

  it('reports how far the publisher is behind', async () => {
    expect(await new EventRepository(feed.db).readLag()).toEqual({ revisions: 0, sinceMs: null });
    await appendRevisions(feed.db, [drop(), drop({ hype_score: 1 })]);
    expect(await new EventRepository(feed.db).readLag()).toEqual({ revisions: 2, sinceMs: expect.any(Number) });
    await feed.publish();
    expect(await new EventRepository(feed.db).readLag()).toEqual({ revisions: 0, sinceMs: null });
  });

  // Numbers jump by billions; an alert must not.
  it('reports revisions, not numbers, after a restore has begun a new history', async () => {
    const body = { by: 'test' } as unknown as Revision['body'];
    await appendRevisions(feed.db, [drop(), { entity: 'definition', id: 'linea', body, cause }]);
    await feed.db.transaction(startHistory);
    const lag = () => new EventRepository(feed.db).readLag();
    expect(await lag()).toEqual({ revisions: 3, sinceMs: expect.any(Number) });
    expect(await feed.publish()).toMatchObject({ revisions: 3 });
    expect(await lag()).toEqual({ revisions: 0, sinceMs: null });
  });

  it('stops at a missing revision', async () => {
    await appendRevisions(feed.db, [drop(), drop({ hype_score: 1 }), drop({ hype_score: 2 })]);
    await feed.db.query('DELETE FROM revisions WHERE seq = 2');
    await expect(feed.publish()).rejects.toEqual(new LogGapError(2));
    expect(await stored()).toEqual([]);
  });

  // Tables that were restored separately: nothing would be published until the log has grown past the position.
  it.each([
    ['ends before the position', [], 'missing'],
    ['has grown past the position with other revisions', [drop(), drop({ hype_score: 3 })], 'replaced'],
  ] as const)('stops at a log that %s', async (_, drafts, fault) => {
    await appendRevisions(feed.db, [drop(), drop({ hype_score: 1 })]);
    await feed.publish();
    const before = await stored();
    await putBack(feed.db, 1, ...drafts);
    await expect(feed.publish()).rejects.toEqual(new LogGapError(2, fault));
    expect(await stored()).toEqual(before);
  });

  // Otherwise a client that reads up to a known event would miss one that becomes visible later with a lower position.
  it('numbers events in the order in which readers see them, whichever transaction stores them', async () => {
    await appendRevisions(feed.db, [drop()]);
    let ping: Promise<unknown> = Promise.resolve();
    await feed.db.transaction(async (sql) => {
      await publishEvents(
        runningIn(feed.db, (work) => work(sql)),
        { nowMs: Date.now() },
      );
      ping = withClient(feed.url, (client) =>
        client.query(
          `INSERT INTO events (id, type, account, recorded_at, body) VALUES ('evt_ping', 'webhook.ping', 'a', now(), '{}')`,
        ),
      );
      await untilWaitingForLocks(feed.db, 1);
      expect(await sql.query('SELECT type FROM events ORDER BY place')).toEqual([{ type: 'drop.created' }]);
    });
    await ping;
    expect(await feed.db.query('SELECT type FROM events ORDER BY place')).toEqual([
      { type: 'drop.created' },
      { type: 'webhook.ping' },
    ]);
  });
});
