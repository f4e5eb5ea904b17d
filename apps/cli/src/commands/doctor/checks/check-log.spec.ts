import { type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase, withClient } from '@droptrack/persistence/testing';
import { checkLogClock, checkLogLock } from './check-log';

let [database, db]: [TestDatabase, Database] = [null!, null!];
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 1, applicationName: 'test' });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe('checkLogClock', () => {
  const setAhead = (column: string, ahead: string) =>
    db.query(`UPDATE log_head SET ${column} = clock_timestamp() + $1::interval`, [ahead]);

  it.each(['recorded_at', 'complete_until'])('fails when %s is over a second ahead of the clock', async (column) => {
    await setAhead(column, '0.5 s');
    expect(await checkLogClock(db)).toBeNull();
    await setAhead(column, '1 hour');
    expect(await checkLogClock(db)).toMatchObject({
      check: 'log clock',
      state: 'fail',
      message: 'The log is 60 min ahead of the database clock, which was set back',
    });
    await setAhead(column, '0');
  });
});

describe('checkLogLock', () => {
  /** Runs `check` while another session holds a lock in a transaction of this age. */
  const whileHeld = (lock: string, check: () => Promise<void>) =>
    withClient(database.url, async (client) => {
      await client.query("SET application_name = 'psql'");
      await client.query('BEGIN');
      await client.query(lock);
      await check();
      await client.query('ROLLBACK');
    });

  it.each([
    ['the lock of the writers', 'SELECT pg_advisory_xact_lock(7310001)'],
    ['a row of the head', 'SELECT FROM log_head FOR UPDATE'],
    ['the revisions', 'LOCK TABLE revisions IN ACCESS EXCLUSIVE MODE'],
  ])('names the session that holds %s', async (_, lock) => {
    await whileHeld(lock, async () => {
      expect(await checkLogLock(db, 0, 0)).toMatchObject({
        check: 'log lock',
        state: 'fail',
        message: expect.stringMatching(/process \d+ \(psql\), in a transaction of 0 s$/),
      });
      // A running write is no error.
      expect(await checkLogLock(db, 60, 0)).toBeNull();
    });
    expect(await checkLogLock(db, 0, 0)).toBeNull();
  });

  it('ignores a session that reads the log', async () => {
    await whileHeld('SELECT FROM revisions, log_head', async () => expect(await checkLogLock(db, 0, 0)).toBeNull());
  });
});
