import { spawn } from 'node:child_process';
import type { Revision } from '@droptrack/catalogue';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import { confirmLog, readRevisions } from './read';
import { append, draft, FOLLOWER_NAME, noteFollowed, pause, terminate, until } from './testing';

const WRITERS = 8;
const APPENDS = 1_000;

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: WRITERS + 1, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const appendMany = async (writer: number, times: number) => {
  for (let n = 0; n < times; n += 1) await append(db, draft(`writer-${writer}`, n));
};
const writeAll = (times = APPENDS) =>
  Promise.all(Array.from({ length: WRITERS }, (_, writer) => appendMany(writer, times)));
const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const ofWriter = (revisions: readonly Revision[], writer: number) =>
  revisions.filter(({ id }) => id === `writer-${writer}`).map(({ body }) => (body as unknown as { n: number }).n);

/** Cuts the follower's connection again and again until told to stop. */
function keepCutting(everyMs: number) {
  let isOver = false;
  const cutting = (async () => {
    for (; !isOver; await pause(everyMs)) await terminate(test.url, FOLLOWER_NAME);
  })();
  return async () => {
    isOver = true;
    await cutting;
  };
}

describe(`${WRITERS} writers, ${APPENDS} appends each`, () => {
  it('make a log without holes, in time order, that followers get once and in order, cut off or not', async () => {
    const steady = noteFollowed(test.url, { gatherMs: 10 });
    const cutOff = noteFollowed(test.url, { gatherMs: 10 });
    const stopCutting = keepCutting(150);
    await writeAll();
    await stopCutting();
    const total = WRITERS * APPENDS;
    await until(() => [steady, cutOff].every(({ revisions }) => revisions.length >= total));
    await Promise.all([steady.follower.stop(), cutOff.follower.stop()]);

    const log = await readRevisions(db, 0, total + 1, total + 1);
    expect(log.map(({ seq }) => seq)).toEqual(numbersTo(total));
    expect(
      await db.query(
        'SELECT FROM revisions AS a JOIN revisions AS b ON b.seq = a.seq + 1 WHERE b.recorded_at <= a.recorded_at',
      ),
    ).toEqual([]);
    // What a writer wrote later stands later: the order of numbers is the order of commits.
    for (let writer = 0; writer < WRITERS; writer += 1) {
      expect(ofWriter(log, writer)).toEqual(numbersTo(APPENDS).map((n) => n - 1));
    }
    expect(steady.revisions).toEqual(log);
    expect(cutOff.revisions).toEqual(log);
    expect(cutOff.troubles.length).toBeGreaterThan(2);
  }, 30_000);

  // as_of on an answer: nothing may turn up later that was recorded by then.
  it('never record at or before an instant that somebody was told to be complete', async () => {
    const followed = noteFollowed(test.url, { gatherMs: 0, pollMs: 5 });
    const promises: { seq: number; asOfMs: number }[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) promises.push(await confirmLog(db));
    })();
    await writeAll(150);
    isOver = true;
    await asking;
    await until(() => followed.revisions.length === WRITERS * 150);
    await followed.follower.stop();

    const recordedMs = new Map(followed.revisions.map(({ seq, recordedAtMs }) => [seq, recordedAtMs]));
    const told = [...promises, ...followed.confirmations];
    const broken = told.filter(({ seq, asOfMs }) => (recordedMs.get(seq + 1) ?? Infinity) <= asOfMs);
    const early = told.filter(({ seq, asOfMs }) => (recordedMs.get(seq) ?? 0) > asOfMs);
    expect(promises.length).toBeGreaterThan(50);
    expect([broken, early]).toEqual([[], []]);
    expect(followed.confirmations.every(({ seq, revisionsBefore }) => revisionsBefore === seq)).toBe(true);
  }, 30_000);
});

describe('a writer that is killed between append and commit', () => {
  it('leaves no number behind, and lets the others go on at once', async () => {
    const { follower, revisions } = noteFollowed(test.url, { gatherMs: 10 });
    const killed = Array.from({ length: 20 }, async (_, n) => {
      await pause(n * 20);
      await killSessionAfterAppend(n);
    });
    await Promise.all([...killed, writeAll(50)]);
    await until(() => revisions.length === WRITERS * 50);
    await follower.stop();
    expect(revisions.map(({ seq }) => seq)).toEqual(numbersTo(WRITERS * 50));
    expect(revisions.filter(({ id }) => id.startsWith('killed'))).toEqual([]);
  }, 30_000);

  it('may be a whole process that is gone without a word', async () => {
    await append(db, draft('a', 1));
    const child = spawn(process.execPath, ['-e', HANGING_WRITER, test.url], {
      cwd: __dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const waiting = append(db, draft('a', 2));
    await pause(50);
    child.kill('SIGKILL');
    expect(await waiting).toEqual({ firstSeq: 2, lastSeq: 2 });
    expect((await readRevisions(db, 0, 9, 9)).map(({ id }) => id)).toEqual(['a', 'a']);
  });
});

/** Appends in a session that is ended from outside before it can commit. */
async function killSessionAfterAppend(n: number): Promise<void> {
  const killed = openDatabase(test.url, { poolSize: 1, applicationName: 'killed' });
  const work = killed.transaction(async (sql) => {
    await append(sql, draft(`killed-${n}`, n));
    const [self] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await withClient(test.url, (client) => client.query('SELECT pg_terminate_backend($1, 1000)', [self?.pid]));
  });
  await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  await killed.close();
}

/** Takes the lock, appends, says so, and never commits. */
const HANGING_WRITER = `
  const { Client } = require('pg');
  const client = new Client(process.argv[1]);
  client.connect()
    .then(() => client.query('BEGIN'))
    .then(() => client.query('SELECT append_revisions($1)', ['[{"entity":"list","id":"lost","body":{},"cause":"catalogue"}]']))
    .then(() => console.log('appended'));
`;
