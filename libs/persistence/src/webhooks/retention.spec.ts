import { deleteOldEvents } from './retention';
import { DAY_MS, feedDatabase } from './testing/publish';

let feed: Awaited<ReturnType<typeof feedDatabase>>;
beforeEach(async () => (feed = await feedDatabase()));
afterEach(() => feed.close());

const NOW_MS = Date.now();

/** Stores events of a number of days ago, each with two deliveries of two attempts. */
async function store(count: number, days: number, name: string): Promise<void> {
  await feed.endpoints(...['x', 'y'].map((end) => ({ id: `wh_${name}${end}`, account: 'key_a' })));
  await feed.db.query(
    `WITH event AS (
       INSERT INTO events (id, type, seq, recorded_at, body)
       SELECT 'evt_' || $3 || n, 'drop.created', n, to_timestamp($2::float8 / 1000), '{}' FROM generate_series(1, $1) AS n
       RETURNING place
     ), delivery AS (
       INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
       SELECT e.id, place, 'delivered', now(), now() FROM event, unnest(ARRAY['wh_' || $3 || 'x', 'wh_' || $3 || 'y']) AS e (id)
       RETURNING id
     )
     INSERT INTO attempts (delivery_id, number, at, duration_ms) SELECT id, n, now(), 1 FROM delivery, generate_series(1, 2) AS n`,
    [count, NOW_MS - days * DAY_MS, name],
  );
}

async function left() {
  const [row] = await feed.db.query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM events)::int AS events, (SELECT count(*) FROM deliveries)::int AS deliveries,
            (SELECT count(*) FROM attempts)::int AS attempts, (SELECT count(*) FROM webhook_endpoints)::int AS endpoints`,
  );
  return row;
}

async function deleteAll(rowsMax: number, nowMs = NOW_MS) {
  const steps: number[] = [];
  for (let isMore = true; isMore;) {
    const step = await deleteOldEvents(feed.db, { nowMs, rowsMax });
    steps.push(step.deleted);
    isMore = step.isMore;
  }
  return steps;
}

describe('retention of events', () => {
  it('deletes events older than 30 days with their deliveries and attempts, and nothing else', async () => {
    await store(25, 30.1, 'old');
    await store(5, 29.9, 'new');
    const steps = await deleteAll(10);
    expect(steps.length).toBeGreaterThan(5);
    expect(Math.max(...steps)).toBeLessThanOrEqual(40);
    expect(steps.reduce((sum, deleted) => sum + deleted, 0)).toBe(25 + 50 + 100);
    expect(await left()).toEqual({ events: 5, deliveries: 10, attempts: 20, endpoints: 4 });
  });

  // Deleted rows do not come back when the clock is corrected.
  it('ignores a clock that is ahead of the database clock', async () => {
    await store(3, 20, 'new');
    expect(await deleteAll(10, NOW_MS + 20 * DAY_MS)).toEqual([0]);
  });

  it('skips a locked delivery until the next time, without a wait', async () => {
    await store(3, 31, 'old');
    await feed.db.transaction(async (sql) => {
      await sql.query('SELECT FROM deliveries WHERE id = (SELECT min(id) FROM deliveries) FOR UPDATE');
      await deleteAll(3);
      expect(await left()).toMatchObject({ events: 1, deliveries: 1, attempts: 2 });
    });
    await deleteAll(3);
    expect(await left()).toMatchObject({ events: 0, deliveries: 0, attempts: 0 });
  });

  // A publisher that read the endpoint before may still store a delivery, which is found only by the endpoint's row.
  it('deletes deliveries of deleted endpoints at once, and the endpoints an hour later', async () => {
    await store(8, 1, 'a');
    const ago = (minutes: number, id: string) =>
      feed.db.query(
        `UPDATE webhook_endpoints SET deleted_at = now() - $1 * interval '1 minute', created_at = now() - interval '2 days'
         WHERE id = $2`,
        [minutes, id],
      );
    await ago(5, 'wh_ax');
    await deleteAll(3);
    expect(await left()).toEqual({ events: 8, deliveries: 8, attempts: 16, endpoints: 2 });
    await ago(61, 'wh_ax');
    await feed.db.query(
      `INSERT INTO webhook_secrets (endpoint_id, number, sealed, key_id, created_at) VALUES ('wh_ax', 1, '', 'k', now())`,
    );
    await deleteAll(3);
    expect(await left()).toEqual({ events: 8, deliveries: 8, attempts: 16, endpoints: 1 });
    expect(await feed.db.query('SELECT FROM webhook_secrets')).toEqual([]);
  });

  // A client that creates and deletes endpoints all day leaves more rows than one step deletes.
  it('deletes all rows of deleted endpoints, step by step, except those created within a day, which are counted', async () => {
    const gone = Array.from({ length: 10 }, (_, n) => ({ id: `wh_g${n}`, account: 'key_a' }));
    await feed.endpoints(...gone);
    await feed.db.query(
      `UPDATE webhook_endpoints SET created_at = now() - interval '2 days', deleted_at = now() - interval '2 hours'`,
    );
    await feed.db.query(
      `UPDATE webhook_endpoints SET created_at = now() - interval '23 hours' WHERE id IN ('wh_g0', 'wh_g1', 'wh_g2')`,
    );
    await deleteAll(3);
    expect(await left()).toMatchObject({ endpoints: 3 });
    await feed.db.query(`UPDATE webhook_endpoints SET created_at = now() - interval '25 hours'`);
    await deleteAll(3);
    expect(await left()).toMatchObject({ endpoints: 0 });
  });

  it('deletes finished recoveries older than 30 days', async () => {
    await store(1, 1, 'a');
    await feed.db.query(
      `INSERT INTO webhook_recoveries (id, endpoint_id, account, since, until, status, created_at)
       SELECT 'rec_' || n, 'wh_ax', 'key_' || n, now(), now(), status, now() - days * interval '1 day'
       FROM (VALUES (1, 'done', 31), (2, 'failed', 31), (3, 'running', 31), (4, 'done', 29)) AS r (n, status, days)`,
    );
    await deleteAll(1);
    const kept = await feed.db.query<{ id: string }>('SELECT id FROM webhook_recoveries ORDER BY id');
    expect(kept.map(({ id }) => id)).toEqual(['rec_3', 'rec_4']);
  });
});
