import { dropDefinition } from '@droptrack/catalogue/testing';
import {
  type FakeRequest,
  fakeDefillama,
  mounted,
  type FakeServer,
  startFakeServer,
} from '@droptrack/connectors/testing';
import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { envFor } from './nine-sources';
import { builtProgram, type Program, startProgram } from './programs';

/** Fewer than the source's burst of requests: budgets are not what is tested. */
const DROPS = 12;

/** Real workers, killed as a machine that loses its power kills them. */
describe('workers that die', () => {
  let test: TestDatabase;
  let db: Database;
  let source: FakeServer;
  const workers: Program[] = [];
  /** What the source does before it answers. */
  let beforeAnswer: (asked: FakeRequest) => Promise<void> = () => Promise.resolve();

  beforeEach(async () => {
    beforeAnswer = () => Promise.resolve();
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    const ids = Array.from({ length: DROPS }, (_, n) => `drop-${n}`);
    const protocols = new Map(ids.map((id, n) => [id, { tvlUsd: 1e6 + n }]));
    const answer = fakeDefillama({ protocols, chains: new Map(), nowMs: Date.now });
    const slowly = async (asked: FakeRequest) => {
      await beforeAnswer(asked);
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
  /** As time does: the leases of the dead end. */
  const letLeasesEnd = () => db.query('UPDATE polls SET due_at = now() WHERE answered_at IS NULL');
  /** Each drop has the one value that the source has for it, is scored by it, and nothing is left to do. */
  const expectAllTold = async () => {
    await until('readings', DROPS);
    await until(`scores WHERE signals -> 'tvl_usd' ->> 'status' = 'ok'`, DROPS);
    expect(await count(`readings JOIN drops ON id = drop_id WHERE value = 1e6 + substr(drop_id, 6)::float8`)).toBe(
      DROPS,
    );
    expect(await count('signal_days')).toBe(DROPS);
    expect(await count('polls WHERE answered_at IS NULL')).toBe(0);
  };

  it('in the middle of a poll, twice in a row: others ask again, and each answer counts once', async () => {
    for (let death = 0; death < 2; death++) {
      const asked = new Promise<void>((resolve) => {
        beforeAnswer = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      const worker = await start();
      await asked;
      await worker.kill();
      await letLeasesEnd();
    }
    expect(await count('readings')).toBe(0);
    beforeAnswer = () => Promise.resolve();
    await start();
    await expectAllTold();
  });

  it('between storing and scoring: the next one scores by what was stored', async () => {
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    beforeAnswer = () => mayAnswer;
    const worker = await start();
    await until('scores', DROPS);
    await db.transaction(async (sql) => {
      // A pass may look, and not write.
      await sql.query('LOCK TABLE scores IN EXCLUSIVE MODE');
      answer();
      await until('(SELECT FROM readings LIMIT 1) AS r', 1);
      await worker.kill();
    });
    expect(await count(`scores WHERE signals -> 'tvl_usd' ->> 'status' = 'ok'`)).toBe(0);
    await letLeasesEnd();
    await start();
    await expectAllTold();
  });

  /** Two workers that have both asked and wait for answers: each has at most four polls of a source under way. */
  const startTwoAsking = async () => {
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    beforeAnswer = () => mayAnswer;
    const pair = await Promise.all([start(), start()]);
    for (let attempt = 0; source.requests.length < 8; attempt++) {
      if (attempt > 2_400) throw new Error('It took too long');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return { pair, answer };
  };

  it('one of two, in the middle of its polls: the other makes them too', async () => {
    const { pair, answer } = await startTwoAsking();
    await pair[0]?.kill();
    answer();
    await until('polls WHERE answered_at IS NOT NULL', DROPS - 4);
    await letLeasesEnd();
    await expectAllTold();
  });

  it('none: two share the polls, each of which is made once', async () => {
    const { answer } = await startTwoAsking();
    answer();
    await expectAllTold();
    expect(source.requests).toHaveLength(DROPS);
  });
});
