import { dropDefinition } from '@droptrack/catalogue/testing';
import { type FakeRequest, mounted, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { fakeDefillama } from '@droptrack/connectors/testing';
import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, type Program, startProgram } from '@droptrack/program/testing';
import { envFor } from './sources';

/** Fewer than the request budget of the source, which is not under test. */
const DROPS = 12;

/** Built workers that are killed, as when a machine loses power. */
describe('readings of workers that are killed', () => {
  let test: TestDatabase;
  let db: Database;
  let source: FakeServer;
  const workers: Program[] = [];
  /** Delay of the source before each response. */
  let beforeResponse: (asked: FakeRequest) => Promise<void> = () => Promise.resolve();

  beforeEach(async () => {
    beforeResponse = () => Promise.resolve();
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    const ids = Array.from({ length: DROPS }, (_, n) => `drop-${n}`);
    const protocols = new Map(ids.map((id, n) => [id, { tvlUsd: 1e6 + n }]));
    const answer = fakeDefillama({ protocols, chains: new Map(), nowMs: Date.now });
    const slowly = async (asked: FakeRequest) => {
      await beforeResponse(asked);
      return answer(asked);
    };
    source = await startFakeServer(mounted({ defillama: slowly }));
    const definitions = ids.map((id) => dropDefinition({ id, sources: { defillama: id } }));
    await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: Date.now() });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await source.close();
    await db.close();
    await test.drop();
  });

  const start = async (): Promise<Program> => {
    const env = { ...envFor(source.url), DATABASE_URL: test.url, WORKER_METRICS_PORT: '0' };
    const worker = await startProgram(builtProgram('worker'), env);
    workers.push(worker);
    return worker;
  };
  const count = async (what: string): Promise<number> => {
    const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
    return row!.n;
  };
  const until = async (what: string, expected: number) => {
    for (let attempt = 0; attempt < 2_400; attempt++) {
      if ((await count(what)) === expected) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`It took too long: ${what} is ${await count(what)}`);
  };
  /** Expires the leases of killed workers. */
  const expireLeases = () => db.query(`UPDATE tasks SET due_at = now() WHERE kind = 'poll' AND answered_at IS NULL`);
  /** Expects one reading per drop, with the value of the source, a score of it, and no poll that is due. */
  const expectAllScored = async () => {
    await until('readings', DROPS);
    await until(`scores WHERE signals -> 'tvl_usd' ->> 'status' = 'ok'`, DROPS);
    expect(await count(`readings JOIN drops ON id = drop_id WHERE value = 1e6 + substr(drop_id, 6)::float8`)).toBe(
      DROPS,
    );
    expect(await count('signal_days')).toBe(DROPS);
    expect(await count(`tasks WHERE kind = 'poll' AND answered_at IS NULL`)).toBe(0);
  };

  it('are stored once when workers are killed during a poll, twice in a row', async () => {
    for (let death = 0; death < 2; death++) {
      const asked = new Promise<void>((resolve) => {
        beforeResponse = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      const worker = await start();
      await asked;
      await worker.kill();
      await expireLeases();
    }
    expect(await count('readings')).toBe(0);
    beforeResponse = () => Promise.resolve();
    await start();
    await expectAllScored();
  });

  it('are scored by the next worker when one is killed between storing and scoring', async () => {
    let respond = (): void => undefined;
    const mayRespond = new Promise<void>((resolve) => (respond = resolve));
    beforeResponse = () => mayRespond;
    const worker = await start();
    await until('scores', DROPS);
    await db.transaction(async (sql) => {
      // A recompute run can read scores, but not write them.
      await sql.query('LOCK TABLE scores IN EXCLUSIVE MODE');
      respond();
      await until('(SELECT FROM readings LIMIT 1) AS r', 1);
      await worker.kill();
    });
    expect(await count(`scores WHERE signals -> 'tvl_usd' ->> 'status' = 'ok'`)).toBe(0);
    await expireLeases();
    await start();
    await expectAllScored();
  });

  /** Starts two workers, and waits until both wait for responses, to at most four polls each. */
  const startTwoPolling = async () => {
    let respond = (): void => undefined;
    const mayRespond = new Promise<void>((resolve) => (respond = resolve));
    beforeResponse = () => mayRespond;
    const pair = await Promise.all([start(), start()]);
    for (let attempt = 0; source.requests.length < 8; attempt++) {
      if (attempt > 2_400) throw new Error('It took too long');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return { pair, respond };
  };

  it('are stored by the other worker when one of two is killed during its polls', async () => {
    const { pair, respond } = await startTwoPolling();
    await pair[0]?.kill();
    respond();
    await until(`tasks WHERE kind = 'poll' AND answered_at IS NOT NULL`, DROPS - 4);
    await expireLeases();
    await expectAllScored();
  });

  it('are read once by two workers that share the polls', async () => {
    const { respond } = await startTwoPolling();
    respond();
    await expectAllScored();
    expect(source.requests).toHaveLength(DROPS);
  });
});
