import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { append, collectLogState, draft, pause, putBack } from './testing';
import { confirmLog } from './confirm';
import { readRevisionBatches } from './batches';
import { LogGapError } from './log-gap.error';
import { LOG_START } from './position';
import { readLogStart, readRevisionAt, readRevisions, readRevisionsAt } from './read';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const HOUR_MS = 3_600_000;
const instants = async () => {
  const rows = await db.query<{ us: string }>(
    'SELECT (extract(epoch FROM recorded_at) * 1000000)::bigint AS us FROM revisions ORDER BY seq',
  );
  return rows.map(({ us }) => Number(us) / 1000);
};
const ages = async () => (await instants()).map((ms) => Math.round((Date.now() - ms) / HOUR_MS) || 0);

describe('appending', () => {
  it('numbers a batch in its order and appends nothing without drafts', async () => {
    expect(await append(db)).toBeNull();
    expect(await append(db, draft('b', 1), draft('a', 2))).toEqual({ firstSeq: 1, lastSeq: 2 });
    expect(await append(db, draft('c', 3))).toEqual({ firstSeq: 3, lastSeq: 3 });
    expect((await readRevisions(db, 0, 3, 10)).map(({ seq, id }) => [seq, id])).toEqual([
      [1, 'b'],
      [2, 'a'],
      [3, 'c'],
    ]);
  });

  // The past is read to the millisecond: no instant shows a part of a transaction that fits into one.
  it('stamps up to a thousand revisions of one append within a millisecond', async () => {
    await confirmLog(db);
    for (let n = 0; n < 3; n += 1) await append(db, ...Array.from({ length: 1_000 }, () => draft('a', n)));
    const stamps = (await readRevisions(db, 0, 3_000, 3_000)).map(({ recordedAtMs }) => recordedAtMs);
    expect(new Set(stamps).size).toBe(3);
    expect([...stamps].sort((a, b) => a - b)).toEqual(stamps);
  });

  it('assigns a number that was rolled back to the next revision', async () => {
    await append(db, draft('a', 1));
    await db
      .transaction(async (sql) => {
        await append(sql, draft('a', 2));
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await append(db, draft('a', 3))).toEqual({ firstSeq: 2, lastSeq: 2 });
  });

  // The view that Free plans see must not be empty for the first minute of a new service.
  it('dates the first load one hour back, and later revisions now', async () => {
    await append(db, draft('a', 1), draft('b', 1));
    await append(db, draft('a', 2));
    await confirmLog(db);
    await append(db, draft('a', 3));
    expect(await ages()).toEqual([1, 1, 1, 0]);
  });

  // A reader got the confirmation that the log was empty until now: that stays true.
  it('stamps the first load now once an empty log was confirmed', async () => {
    const { asOfMs } = await confirmLog(db);
    await append(db, draft('a', 1));
    expect(await ages()).toEqual([0]);
    expect(Math.floor((await instants())[0]!)).toBeGreaterThan(asOfMs);
  });

  it('assigns later instants although the clock was set back', async () => {
    await append(db, draft('a', 1));
    await db.query(`UPDATE log_head SET recorded_at = clock_timestamp() + interval '1 day'`);
    await append(db, draft('a', 2), draft('a', 3));
    const [head] = await db.query<{ us: string }>(
      `SELECT (extract(epoch FROM recorded_at) * 1000000)::bigint AS us FROM log_head`,
    );
    const [, second, third] = await instants();
    expect(Math.round((third! - second!) * 1000)).toBe(1);
    expect(Number(head!.us) / 1000).toBe(third);
    expect(second! - Date.now()).toBeGreaterThan(23 * HOUR_MS);
  });

  it('never stamps a row at or before a confirmed instant, although the clock was set back', async () => {
    await append(db, draft('a', 1));
    await db.query(
      `UPDATE log_head SET complete_until = date_trunc('milliseconds', clock_timestamp()) + interval '1 day 999 us'`,
    );
    const { asOfMs } = await confirmLog(db);
    expect(asOfMs - Date.now()).toBeGreaterThan(23 * HOUR_MS);
    await append(db, draft('a', 2));
    expect((await readRevisions(db, 1, 2, 1))[0]?.recordedAtMs).toBe(asOfMs + 1);
  });

  // Such a transaction sees the head as it was at its start, and would reuse the number of another revision.
  it('rejects a transaction with an older snapshot', async () => {
    const late = db.transaction(async (sql) => {
      await sql.query('SELECT FROM log_head');
      await append(db, draft('a', 1));
      await append(sql, draft('a', 2));
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ');
    await expect(late).rejects.toMatchObject({ name: 'DatabaseRejectedError' });
    expect((await collectLogState(db)).revisions).toMatchObject([{ seq: 1, body: { n: 1 } }]);
  });

  it('rejects changes of the past', async () => {
    await append(db, draft('a', 1));
    await expect(db.query(`UPDATE revisions SET body = '{}'`)).rejects.toThrow('never rewritten');
    await expect(db.query('TRUNCATE revisions')).rejects.toThrow('never rewritten');
  });

  it.each([
    ['an unknown entity', `[{"entity":"wallet","id":"a","body":null,"cause":"catalogue"}]`],
    ['a body that is no object', `[{"entity":"drop","id":"a","body":[1],"cause":"catalogue"}]`],
    ['no cause', `[{"entity":"drop","id":"a","body":null}]`],
  ])('rejects %s', async (_, drafts) => {
    await expect(db.query('SELECT append_revisions($1)', [drafts])).rejects.toMatchObject({
      name: 'DatabaseRejectedError',
    });
    expect((await collectLogState(db)).seq).toBe(0);
  });

  // The state is read in batches of 2 000.
  it('reads the state of more entities than one batch, each once', async () => {
    const ids = Array.from({ length: 4_001 }, (_, n) => `list-${n}`);
    await db.transaction((sql) => append(sql, ...ids.map((id, n) => draft(id, n))));
    const { revisions, seq } = await collectLogState(db);
    expect(seq).toBe(4_001);
    expect(revisions.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

describe('reading', () => {
  it('returns the latest revision of each entity, now and as of an instant, archived ones with a null body', async () => {
    await append(db, draft('b', 1), draft('a', 1));
    await append(db, draft('a', 2));
    const { asOfMs } = await confirmLog(db);
    await append(db, { ...draft('b', 0), body: null }, draft('c', 1));

    const now = await collectLogState(db);
    expect(now.seq).toBe(5);
    expect(now.revisions.map(({ id, seq, body }) => [id, seq, body])).toEqual([
      ['a', 3, { n: 2 }],
      ['b', 4, null],
      ['c', 5, { n: 1 }],
    ]);
    const before = await collectLogState(db, asOfMs);
    expect([before.revisions.map(({ seq }) => seq), before.seq]).toEqual([[3, 1], 3]);
    expect(await collectLogState(db, asOfMs - 2 * HOUR_MS)).toEqual({ revisions: [], ...LOG_START });
    expect(await readRevisionAt(db, 'list', 'b', asOfMs)).toMatchObject({ seq: 1, body: { n: 1 } });
    expect(await readRevisionAt(db, 'list', 'c', asOfMs)).toBeNull();
    const together = await readRevisionsAt(db, 'list', ['c', 'b', 'a', 'nope'], asOfMs);
    expect(together.map(({ id, seq }) => [id, seq]).sort()).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
    expect(await readRevisionsAt(db, 'drop', ['a'], asOfMs)).toEqual([]);
  });

  // What is shown as updated at 10:00:00.000 must be there for who asks for 10:00:00.000.
  it('includes the whole millisecond', async () => {
    await append(db, draft('a', 1));
    await append(db, draft('a', 2));
    for (const { seq, recordedAtMs } of await readRevisions(db, 0, 2, 2)) {
      expect((await collectLogState(db, recordedAtMs)).revisions[0]?.seq).toBeGreaterThanOrEqual(seq);
      expect((await collectLogState(db, recordedAtMs - 1)).revisions[0]?.seq ?? 0).toBeLessThan(seq);
    }
  });
});

describe('reading batches', () => {
  // What a process reads at its start: a past state, and everything since.
  it('returns every revision after a past state once and in order, in batches', async () => {
    await append(db, draft('a', 1));
    const { asOfMs } = await confirmLog(db);
    await append(db, ...Array.from({ length: 5 }, (_, n) => draft('b', n)));
    const state = await collectLogState(db, asOfMs);
    const batches: number[][] = [];
    for await (const { revisions } of readRevisionBatches(db, state, 5, 2)) {
      batches.push(revisions.map(({ seq }) => seq));
    }
    expect(batches).toEqual([
      [2, 3],
      [4, 5],
    ]);
  });

  it('reports which revision is missing', async () => {
    await append(db, draft('a', 1));
    const batches = readRevisionBatches(db, LOG_START, 2);
    expect((await batches.next()).value?.revisions).toHaveLength(1);
    await expect(batches.next()).rejects.toMatchObject({ name: 'LogGapError', seq: 2 });
  });

  // The database may be replaced between two statements of one catch-up.
  it('reports that the revision at the position was replaced', async () => {
    await append(db, draft('a', 1), draft('a', 2), draft('a', 3));
    const batches = readRevisionBatches(db, LOG_START, 3, 2);
    expect((await batches.next()).value?.revisions).toHaveLength(2);
    await putBack(db, 1, draft('b', 1), draft('b', 2), draft('b', 3));
    await expect(batches.next()).rejects.toEqual(new LogGapError(2, 'replaced'));
  });

  it('returns the instant of the first revision', async () => {
    expect(await readLogStart(db)).toBeNull();
    await append(db, draft('a', 1));
    await append(db, draft('a', 2));
    expect(await readLogStart(db)).toBe((await readRevisions(db, 0, 1, 1))[0]?.recordedAtMs);
  });
});

describe('confirming', () => {
  /** Appends `a`, and commits when `isDone` says so. */
  const appendFor = async (work: () => Promise<void>) =>
    db.transaction(async (sql) => {
      await append(sql, draft('a', 1));
      await work();
    });

  it('waits for a writer that holds the lock, whose row may have an earlier instant', async () => {
    let confirmation: ReturnType<typeof confirmLog> | undefined;
    await appendFor(async () => {
      confirmation = confirmLog(db);
      await pause(600);
    });
    expect((await confirmation)?.seq).toBe(1);
  });

  it('gives up behind a writer that keeps the lock, and reports the lock timeout', async () => {
    await appendFor(() =>
      expect(confirmLog(db, 1)).rejects.toMatchObject({
        name: 'DatabaseUnavailableError',
        cause: { message: expect.stringContaining('lock timeout') },
      }),
    );
    expect((await confirmLog(db, 1)).seq).toBe(1);
  });
});
