import { CalendarFeedRepository } from '../calendar-feeds/calendar-feed.repository';
import { type Database, openDatabase } from '../database/database';
import { DatabaseUnavailableError } from '../database/errors';
import { ApiKeyRepository } from '../keys/api-key.repository';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import type { FollowedPosition } from './follower-options';
import { LogGapError } from './log-gap.error';
import { append, draft, FOLLOWER_NAME, recordFollower, pause, positionOf, putBack, terminate, until } from './testing';

let test: TestDatabase;
let db: Database;
let followed: ReturnType<typeof recordFollower>;
const follow = (options: Parameters<typeof recordFollower>[1] = {}) => (followed = recordFollower(test.url, options));
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterEach(async () => {
  await followed.follower.stop();
  await db.close();
  await test.drop();
});

const connections = async (further = '') =>
  (
    await db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 ${further}`,
      [FOLLOWER_NAME],
    )
  ).length;
/** Holds the writers' lock, as a writer that hangs between append and commit. */
const whileWriterHangs = (work: () => Promise<void>) =>
  withClient(test.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT append_revisions($1)', [JSON.stringify([draft('hung', 1)])]);
    await work();
    await client.query('ROLLBACK');
  });

it('reads a notified revision before the next poll', async () => {
  const { revisions, confirmations } = follow({ pollMs: 60_000, batchMs: 0 });
  await until(() => confirmations.length === 1);
  await append(db, draft('a', 1));
  await until(() => revisions.length === 1);
  expect(confirmations.at(-1)?.seq ?? 0).toBeLessThanOrEqual(1);
});

it('continues after the revision that its reader has', async () => {
  await append(db, draft('a', 1), draft('a', 2), draft('a', 3));
  const { revisions } = follow({ after: await positionOf(db, 2) });
  await until(() => revisions.length > 0);
  expect(revisions.map(({ seq }) => seq)).toEqual([3]);
});

it('confirms instants close to now without any change', async () => {
  await append(db, draft('a', 1));
  const confirmations: FollowedPosition[] = [];
  const agesMs: number[] = [];
  const onConfirmed = (upTo: FollowedPosition) => {
    confirmations.push(upTo);
    agesMs.push(Date.now() - upTo.asOfMs);
  };
  follow({ pollMs: 50, batchMs: 0, onConfirmed });
  await until(() => confirmations.length >= 4);
  const instants = confirmations.map(({ asOfMs }) => asOfMs);
  expect([...instants].sort()).toEqual(instants);
  expect(Math.min(...agesMs)).toBeLessThan(1_000);
  const { clockMs, requestedMs: requestedMs, receivedMs: receivedMs } = confirmations.at(-1)!.clock;
  expect(receivedMs).toBeGreaterThanOrEqual(requestedMs);
  expect(clockMs - receivedMs).toBeLessThanOrEqual(performance.timeOrigin + 1_000);
  expect(clockMs - requestedMs).toBeGreaterThanOrEqual(performance.timeOrigin - 1_000);
});

// The API makes a new view for each batch: a burst must not make hundreds.
it('delivers revisions that arrive together in few batches', async () => {
  const { revisions, batches, confirmations } = follow({ batchMs: 200 });
  await until(() => confirmations.length === 1);
  const beganMs = performance.now();
  for (let n = 0; n < 50; n += 1) await append(db, draft('a', n));
  await until(() => revisions.length === 50);
  expect(batches.length).toBeLessThanOrEqual(2 + (performance.now() - beganMs) / 200);
});

// A key that was looked up before the first look would be taken for good after its withdrawal.
it('reports changed keys at the start and after changes, but not after uses', async () => {
  const keys = new ApiKeyRepository(db);
  const { changes, confirmations } = follow({ pollMs: 50, batchMs: 0 });
  await until(() => confirmations.length > 0);
  expect(changes.keys).toBe(1);
  const { key } = await keys.issue({ plan: 'free', label: 'test' });
  await until(() => changes.keys === 2);
  await keys.noteUse(new Map([[key.id, new Date()]]));
  await pause(150);
  expect(changes.keys).toBe(2);
});

// Otherwise a rotation of a calendar by a customer would empty the memory of the keys of all.
it('reports changed feeds apart from keys, but neither new ones nor reads', async () => {
  const feeds = new CalendarFeedRepository(db);
  const terms = { name: 'test', types: null, chains: null, drops: null, form: 'points', remind: null } as const;
  const { changes, confirmations } = follow({ pollMs: 50, batchMs: 0 });
  await until(() => confirmations.length > 0);
  const { feed } = await feeds.create('account', terms, 20, Date.now());
  await feeds.noteReads([feed.id], Date.now());
  await feeds.rotate('account', 'feed_00000000000000000000');
  await pause(150);
  expect(changes.feeds).toBe(1);
  await feeds.rotate('account', feed.id);
  await until(() => changes.feeds === 2);
  await feeds.remove('account', feed.id);
  await until(() => changes.feeds === 3);
  expect(changes.keys).toBe(1);
});

it('reports a key that was changed while the connection was down', async () => {
  const keys = new ApiKeyRepository(db);
  const { key } = await keys.issue({ plan: 'free', label: 'test' });
  const { changes, troubles } = follow({ pollMs: 60_000 });
  await until(() => changes.keys === 1);
  await terminate(test.url, FOLLOWER_NAME);
  await keys.revoke(key.id, new Date());
  await until(() => changes.keys === 2);
  expect(troubles.length).toBeGreaterThan(0);
});

// A pooler in between, a standby that took over, or a bug may swallow a notification.
it('finds revisions without a notification by its poll', async () => {
  await append(db, draft('a', 1));
  const { revisions } = follow({ pollMs: 50, batchMs: 0 });
  await until(() => revisions.length === 1);
  await db.transaction(async (sql) => {
    await sql.query(
      `INSERT INTO revisions SELECT 2, clock_timestamp(), entity, id, body, cause FROM revisions WHERE seq = 1`,
    );
    await sql.query('UPDATE log_head SET seq = 2');
  });
  await until(() => revisions.length === 2);
});

describe('a writer that holds the lock', () => {
  it('delays confirmations, but not revisions committed before, nor the revocation of a key', async () => {
    const keys = new ApiKeyRepository(db);
    const { key } = await keys.issue({ plan: 'free', label: 'test' });
    const { revisions, confirmations, changes, troubles } = follow();
    await until(() => confirmations.length > 0);
    await append(db, draft('a', 1));
    await whileWriterHangs(async () => {
      await until(() => revisions.length === 1 && troubles.length > 0);
      const confirmed = confirmations.length;
      await keys.revoke(key.id, new Date());
      // The writer hangs until this is reported.
      await until(() => changes.keys === 2);
      expect(confirmations.length).toBe(confirmed);
    });
    await until(() => confirmations.at(-1)?.seq === 1);
    expect(troubles.every((error) => error instanceof DatabaseUnavailableError)).toBe(true);
  });
});

it('delivers a batch again to a reader that threw', async () => {
  let failures = 0;
  const taken: number[] = [];
  const onRevisions = (revisions: readonly { seq: number }[]) => {
    if (failures++ < 2) throw new Error('not now');
    taken.push(...revisions.map(({ seq }) => seq));
  };
  await append(db, draft('a', 1), draft('a', 2));
  follow({ onRevisions });
  await until(() => taken.length > 0);
  expect(taken).toEqual([1, 2]);
});

it.each([
  ['a revision is missing', 'DELETE FROM revisions WHERE seq = 2', 0],
  ['the log ends before the reader', `UPDATE log_head SET seq = 1`, 3],
])('gives nothing further when %s', async (_, sql, afterSeq) => {
  await append(db, draft('a', 1), draft('a', 2), draft('a', 3));
  const after = await positionOf(db, afterSeq);
  await db.query(sql);
  const { revisions, confirmations, troubles } = follow({ after });
  await until(() => troubles.length >= 2);
  expect(troubles[0]).toBeInstanceOf(LogGapError);
  expect([revisions, confirmations]).toEqual([[], []]);
});

// A restore, or the promotion of a lagging replica: by the time of the next look the log may have grown again.
describe('a database that is replaced by an older copy', () => {
  it.each([
    ['ends before the position', []],
    ['has grown to the position', [draft('b', 1), draft('b', 2)]],
    ['has grown past the position', [draft('b', 1), draft('b', 2), draft('b', 3)]],
  ])('is reported, and nothing of it is given, when its log %s', async (_, drafts) => {
    await append(db, draft('a', 1), draft('a', 2), draft('a', 3));
    const { revisions, confirmations, troubles } = follow();
    await until(() => confirmations.length > 0);
    await putBack(db, 1, ...drafts);
    await until(() => troubles.length > 0);
    expect(troubles[0]).toEqual(new LogGapError(3, drafts.length === 0 ? 'missing' : 'replaced'));
    expect(revisions.map(({ seq, id }) => [seq, id])).toEqual([1, 2, 3].map((seq) => [seq, 'a']));
  });

  it('is reported when it confirms an earlier instant than was confirmed before', async () => {
    const completeUntil = (at: string) => db.query(`UPDATE log_head SET complete_until = ${at}`);
    await append(db, draft('a', 1));
    await completeUntil(`clock_timestamp() + interval '1 hour'`);
    const { confirmations, troubles } = follow({ pollMs: 20, batchMs: 0 });
    await until(() => confirmations.length > 0);
    await completeUntil('clock_timestamp()');
    await until(() => troubles.length > 0);
    expect(troubles[0]).toEqual(new LogGapError(1, 'unconfirmed'));
  });
});

it('measures how far the log is ahead of a clock that was set back', async () => {
  await append(db, draft('a', 1));
  const { confirmations } = follow({ pollMs: 20, batchMs: 0 });
  await until(() => confirmations.length > 0);
  expect(confirmations.at(-1)!.logAheadMs).toBeLessThan(1_000);
  await db.query(`UPDATE log_head SET complete_until = clock_timestamp() + interval '1 hour'`);
  await until(() => confirmations.at(-1)!.logAheadMs > 3_500_000);
});

describe('a session that locks the tables of the log', () => {
  it('delays confirmations, but breaks no connection and delays no revocation of a key', async () => {
    const keys = new ApiKeyRepository(db);
    const { key } = await keys.issue({ plan: 'free', label: 'test' });
    const onInterrupted = jest.fn();
    const { confirmations, changes, troubles: locked } = follow({ onInterrupted: onInterrupted });
    await until(() => confirmations.length > 0);
    await withClient(test.url, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE log_head, revisions IN ACCESS EXCLUSIVE MODE');
      const confirmed = confirmations.length;
      await until(() => locked.length > 0);
      await keys.revoke(key.id, new Date());
      await until(() => changes.keys === 2);
      expect(confirmations.length).toBe(confirmed);
      await client.query('ROLLBACK');
    });
    const confirmed = confirmations.length;
    await until(() => confirmations.length > confirmed);
    expect(onInterrupted).not.toHaveBeenCalled();
  });
});

describe('stopping', () => {
  it('closes the connection and calls nothing afterwards', async () => {
    const { follower, confirmations } = follow({ pollMs: 10, batchMs: 0 });
    await until(() => confirmations.length > 0);
    await follower.stop();
    const count = confirmations.length;
    await append(db, draft('a', 1));
    await pause(50);
    expect(confirmations.length).toBe(count);
    // The server ends a session a moment after its connection.
    while ((await connections()) > 0) await pause(10);
  });

  // The server gives such a statement up within half a second: when it had to, another try shows it.
  it('does not wait for a statement without a response', async () => {
    const unanswered = () => connections("AND wait_event_type = 'Lock'");
    await whileWriterHangs(async () => {
      let left = 0;
      for (let tries = 20; left === 0 && tries > 0; tries -= 1) {
        const { follower } = follow();
        while ((await unanswered()) === 0) await pause(5);
        await follower.stop();
        left = await unanswered();
      }
      expect(left).toBe(1);
    });
  });

  it('ends attempts to reach an unavailable database', async () => {
    const { follower, troubles } = recordFollower('postgres://u@127.0.0.1:1/x');
    await until(() => troubles.length > 1);
    expect(troubles[0]).toBeInstanceOf(DatabaseUnavailableError);
    await follower.stop();
    follow();
  });
});
