import { spawn } from 'node:child_process';
import type { Revision } from '@droptrack/catalogue';
import { type Database, openDatabase } from '../database/database';
import { isLockTimeout } from '../database/errors';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import { confirmLog } from './confirm';
import { readRevisions } from './read';
import { append, collectLogState, draft, recordFollower, pause, terminate, under, until } from './testing';

const WRITERS = 8;
const APPENDS = 1_000;
const TOTAL = WRITERS * APPENDS;
const SESSIONS_KILLED = 10;

let test: TestDatabase;
let db: Database;
/** The loops beside the writers end by it. */
let isOver = false;
let followers: ReturnType<typeof recordFollower>[] = [];
let log: readonly Revision[];
let snapshots: readonly Snapshot[];
let promises: readonly Promised[];

// One run, verified in several ways.
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: WRITERS + 2, applicationName: 'writer' });
  followers = ['steady', 'cut off'].map((name) => recordFollower(under(test.url, name), { batchMs: 10 }));
  const beside = Promise.all([observe(), askForPromises(), keepCutting('cut off', 150)]);
  await Promise.all([writeAll(), killSessions(), pause(300).then(killProcess)]);
  isOver = true;
  [snapshots, promises] = await beside;
  await until(() => followers.every(({ revisions }) => revisions.length >= TOTAL));
  await Promise.all(followers.map(({ follower }) => follower.stop()));
  log = await readRevisions(db, 0, 2 * TOTAL, 2 * TOTAL);
});
afterAll(async () => {
  isOver = true;
  await Promise.all(followers.map(({ follower }) => follower.stop()));
  await db.close();
  await test.drop();
});

describe(`${WRITERS} writers of ${APPENDS} appends each, and others that are killed before they commit`, () => {
  it('number the log without holes', () => {
    expect(log.map(({ seq }) => seq)).toEqual(numbersTo(TOTAL));
  });

  it('leave what each wrote in the order in which it wrote, and nothing of the killed', () => {
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const written = log.filter(({ id }) => id === `writer-${writer}`).map(({ body }) => body);
      expect(written).toEqual(numbersTo(APPENDS).map((n) => ({ n })));
    }
  });

  it('are recorded at instants that grow strictly with the numbers', async () => {
    const [disorder] = await db.query<{ count: string }>(
      `SELECT count(*) FROM (SELECT recorded_at, lag(recorded_at) OVER (ORDER BY seq) AS before FROM revisions) AS r
       WHERE recorded_at <= before`,
    );
    expect(disorder?.count).toBe('0');
  });

  // Otherwise a reader that has seen n would miss what is committed below n later.
  it('commit in the order of their numbers: every reader sees a prefix of the log', () => {
    expect(snapshots.filter(({ last, count, head }) => last !== count || last !== head)).toEqual([]);
    expect(new Set(snapshots.map(({ last }) => last)).size).toBeGreaterThan(20);
  });

  it('reach a follower once and in order', () => {
    const [steady] = followers;
    // On a machine in demand it may find the writers' lock taken for too long, and then asks again.
    expect(steady!.troubles.filter((error) => !isLockTimeout(error))).toEqual([]);
    expect(steady!.revisions).toEqual(log);
  });

  it('reach a follower whose connection is cut again and again once and in order', () => {
    const [, cutOff] = followers;
    expect(cutOff!.troubles.length).toBeGreaterThan(2);
    expect(cutOff!.revisions).toEqual(log);
  });

  // The `as_of` of an answer: nothing may turn up later that was recorded by then.
  it('record nothing at or before a confirmed instant', () => {
    const confirmed = [...promises, ...followers.flatMap(({ confirmations }) => confirmations)];
    const broken = confirmed.filter(({ seq, asOfMs }) => (log[seq]?.recordedAtMs ?? Infinity) <= asOfMs);
    const unseen = confirmed.filter(({ seq, asOfMs }) => (log[seq - 1]?.recordedAtMs ?? 0) > asOfMs);
    expect([broken, unseen]).toEqual([[], []]);
    expect(new Set(confirmed.map(({ seq }) => seq)).size).toBeGreaterThan(20);
  });

  it('can be read as of any instant: what a fold of the revisions until then gives', async () => {
    for (const { recordedAtMs } of log.filter((_, index) => index % (TOTAL / 20) === 0)) {
      const latest = new Map(log.filter((r) => r.recordedAtMs <= recordedAtMs).map((r) => [r.id, r]));
      const { revisions, seq } = await collectLogState(db, recordedAtMs);
      expect([...revisions].sort((a, b) => a.seq - b.seq)).toEqual([...latest.values()].sort((a, b) => a.seq - b.seq));
      expect(seq).toBe(log.filter((r) => r.recordedAtMs <= recordedAtMs).length);
    }
  });

  it('are delivered to a follower before their confirmation', () => {
    const confirmations = followers.flatMap(({ confirmations }) => confirmations);
    expect(confirmations.filter(({ seq, revisionsBefore }) => revisionsBefore !== seq)).toEqual([]);
  });
});

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function writeAll(): Promise<void> {
  const write = async (writer: number) => {
    for (let n = 1; n <= APPENDS; n += 1) await append(db, draft(`writer-${writer}`, n));
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
}

/** The log in one snapshot of the database. */
interface Snapshot {
  readonly last: number;
  readonly count: number;
  readonly head: number;
}

async function observe(): Promise<Snapshot[]> {
  const seen: Snapshot[] = [];
  for (; !isOver; await pause(5)) {
    seen.push(
      ...(await db.query<Snapshot>(
        `SELECT coalesce(max(r.seq), 0)::int AS last, count(r.seq)::int AS count, h.seq::int AS head
         FROM log_head AS h LEFT JOIN revisions AS r ON true GROUP BY h.seq`,
      )),
    );
  }
  return seen;
}

interface Promised {
  readonly seq: number;
  readonly asOfMs: number;
}

async function askForPromises(): Promise<Promised[]> {
  const confirmed: Promised[] = [];
  for (; !isOver; await pause(5)) confirmed.push(await confirmLog(db));
  return confirmed;
}

async function keepCutting(name: string, everyMs: number): Promise<void> {
  for (; !isOver; await pause(everyMs)) await terminate(test.url, name);
}

/** Ends sessions from outside that have appended and not committed yet. */
async function killSessions(): Promise<void> {
  for (let n = 0; n < SESSIONS_KILLED; n += 1) {
    const killed = openDatabase(test.url, { poolSize: 1, applicationName: `killed ${n}` });
    const work = killed.transaction(async (sql) => {
      await append(sql, draft('killed-session', n));
      await terminate(test.url, `killed ${n}`);
    });
    await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    await killed.close();
  }
}

/** Kills a whole process that has appended and not committed yet. */
async function killProcess(): Promise<void> {
  const child = spawn(process.execPath, ['-e', HANGING_WRITER, test.url], {
    cwd: __dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const uncommitted = await withClient(test.url, (client) =>
      client.query(`SELECT FROM pg_stat_activity WHERE application_name = 'hanging' AND state = 'idle in transaction'`),
    );
    expect(uncommitted.rowCount).toBe(1);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Takes the lock, appends, says so, and never commits. */
const HANGING_WRITER = `
  const { Client } = require('pg');
  const client = new Client({ connectionString: process.argv[1], application_name: 'hanging' });
  client.connect()
    .then(() => client.query('BEGIN'))
    .then(() => client.query('SELECT append_revisions($1)', ['[{"entity":"list","id":"lost","body":{},"cause":"catalogue"}]']))
    .then(() => console.log('appended'));
`;
