import type { DropBody, DropDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { createSourceAgent } from '@droptrack/sources';
import { type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { priceReader } from '@droptrack/connectors';
import { fakeCoin, fakeCoins } from '@droptrack/connectors/testing';
import {
  applyDefinitions,
  type Database,
  openDatabase,
  PRICE_SOURCE,
  readRevisions,
  runRecompute,
  SourceRepository,
  type TaskOutcome,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { pino } from 'pino';
import { priceSource } from './price-source';
import { TaskJob } from './task.job';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-08-22T10:20:00Z');
const address = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
const coin = (index: number) => `ethereum:${address(index)}`;
const traded = (id: string, index: number, over: Partial<DropDefinition> = {}) =>
  dropDefinition({
    id,
    token: { symbol: null, decimals: fact(0), address: fact(`eip155:1/erc20:${address(index)}`) },
    distribution: { tokens: fact('100'), wallets: fact(10), totalSupply: fact('1000') },
    ...over,
  });

let test: TestDatabase;
let db: Database;
let source: FakeServer;
let answering: FakeHandler;
let nowMs: number;
let ended: string[];
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
  source = await startFakeServer((asked) => answering(asked));
  nowMs = START_MS;
  ended = [];
});
afterEach(async () => {
  await source.close();
  await db.close();
  await test.drop();
});

async function jobFor(...definitions: DropDefinition[]): Promise<TaskJob> {
  await applyDefinitions(db, { origin: 'test', definitions, nowMs });
  const limits = { requestsPerMinute: 60, requestBurst: 50 };
  await new SourceRepository(db).declare([{ kind: 'poll', id: PRICE_SOURCE, offReason: null, ...limits }], nowMs);
  return newJob();
}
function newJob(): TaskJob {
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const shared = { db, clock, random: () => 0.5, logger: pino({ level: 'silent' }) };
  const dispatcher = createSourceAgent();
  const prices = {
    ...priceSource(priceReader({ url: source.url }), { ...shared, dispatcher }),
    close: () => dispatcher.destroy(),
  };
  const metrics = {
    leased: () => undefined,
    recorded: () => undefined,
    ended: ({ end }: TaskOutcome) => void ended.push(end),
  };
  const pace = { tasksMax: 1_000, leaseMs: 0, waitMs: 400, batchMs: 0 };
  return new TaskJob('prices', { ...shared, sources: [prices], metrics }, pace);
}
/** Runs until no poll is due, as the scheduler does. */
const runAll = async (job: TaskJob) => {
  while (await job.run());
};
const prices = (...indexes: number[]) =>
  fakeCoins({ coins: new Map(indexes.map((index) => [coin(index), fakeCoin(index, nowMs)])) });
const valueOf = async (dropId: string) => {
  await runRecompute(db, { nowMs });
  const revisions = await readRevisions(db, 0, 1e6, 10_000);
  return (revisions.findLast(({ entity, id }) => entity === 'drop' && id === dropId)?.body as DropBody).ev_usd.p50;
};
const health = async () => (await new SourceRepository(db).readHealth(nowMs)).find(({ id }) => id === PRICE_SOURCE);

describe('prices', () => {
  it('are requested once an hour for 50 tokens at a time, from a budget of requests', async () => {
    const definitions = Array.from({ length: 60 }, (_, index) => traded(`drop-${index}`, index + 1));
    const job = await jobFor(...definitions);
    answering = prices(...definitions.map((_, index) => index + 1));
    await runAll(job);
    expect(source.requests).toHaveLength(2);
    expect(await health()).toMatchObject({ drops: 60, failing: 0, answeredAtMs: nowMs, budgetLeft: 48 });
    expect(await valueOf('drop-1')).toBeGreaterThan(0);
    await runAll(job);
    expect(source.requests).toHaveLength(2);
    nowMs += HOUR_MS;
    await runAll(job);
    expect(source.requests).toHaveLength(4);
    await job.close();
  });

  // No source knows a fictional token, and no request should name one.
  it('are not requested for sample drops', async () => {
    await applyDefinitions(db, { origin: 'sample', definitions: [traded('sample-harbor-1', 2)], nowMs });
    const job = await jobFor(traded('a', 1));
    answering = prices(1);
    await runAll(job);
    const requested = source.requests.map(({ url }) => decodeURIComponent(String(url))).join();
    expect(requested).toContain(coin(1));
    expect(requested).not.toContain(address(2));
    expect(await health()).toMatchObject({ drops: 1, failing: 0 });
    await job.close();
  });

  it('leave a drop without one, and ask again an hour later', async () => {
    const job = await jobFor(traded('a', 1));
    answering = prices();
    await runAll(job);
    expect([await valueOf('a'), ended]).toEqual([null, ['answered']]);
    nowMs += HOUR_MS;
    answering = prices(1);
    await runAll(job);
    expect(await valueOf('a')).toBeGreaterThan(0);
    await job.close();
  });

  // Thin markets are traded every few hours; a token that used to be traded every hour has no price now.
  it('may be hours old, unless the token had a new one every hour before', async () => {
    const job = await jobFor(traded('a', 1), traded('b', 2));
    const answer = (rareMs: number, frequentMs: number) =>
      fakeCoins({ coins: new Map([[coin(1), fakeCoin(1, rareMs)], [coin(2), fakeCoin(2, frequentMs)]]) }); // prettier-ignore
    const recorded = async () =>
      (await db.query<{ drop_id: string }>('SELECT DISTINCT drop_id FROM observations WHERE observed_at = to_timestamp($1)', [START_MS / 1_000])) // prettier-ignore
        .map(({ drop_id }) => drop_id).sort(); // prettier-ignore
    answering = answer(START_MS - 9 * HOUR_MS, START_MS - 2 * HOUR_MS);
    await runAll(job);
    expect([await valueOf('a'), await valueOf('b')]).toEqual([expect.any(Number), expect.any(Number)]);
    nowMs += HOUR_MS;
    answering = answer(START_MS - 9 * HOUR_MS, START_MS - HOUR_MS);
    await runAll(job);
    // Both have the same price at the start, seen three hours later.
    nowMs = START_MS + 3 * HOUR_MS;
    answering = answer(START_MS, START_MS);
    await runAll(job);
    expect(await recorded()).toEqual(['a']);
    await job.close();
  });

  it('of a wrong shape fail the polls of their token only', async () => {
    const job = await jobFor(traded('a', 1), traded('b', 2));
    answering = fakeCoins({ coins: new Map([[coin(1), fakeCoin(-1, nowMs)], [coin(2), fakeCoin(2, nowMs)]]) }); // prettier-ignore
    await runAll(job);
    expect([await valueOf('a'), ended.sort()]).toEqual([null, ['answered', 'failed']]);
    expect(await valueOf('b')).toBeGreaterThan(0);
    expect(await health()).toMatchObject({ failing: 1, failures: [{ dropId: 'a', kind: 'wrong_shape' }] });
    await job.close();
  });

  it('stay for 24 hours while the source is down, and are unknown then', async () => {
    const job = await jobFor(traded('a', 1));
    answering = prices(1);
    await runAll(job);
    const observed = await valueOf('a');
    answering = () => ({ status: 500, body: 'oops' });
    for (let hours = 1; hours <= 24; hours += 1) {
      nowMs += HOUR_MS;
      await runAll(job);
    }
    expect([await valueOf('a'), (await health())?.failing]).toEqual([observed, 1]);
    nowMs += 1;
    expect(await valueOf('a')).toBeNull();
    await job.close();
  });

  it('are polled again by another worker when one dies between lease and outcome', async () => {
    const job = await jobFor(traded('a', 1));
    answering = () => new Promise(() => undefined);
    const dying = job.run();
    while (source.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const other = newJob();
    answering = prices(1);
    expect(await other.run()).toBe(false);
    expect(source.requests).toHaveLength(1);
    nowMs += 75_000;
    await runAll(other);
    expect(await valueOf('a')).toBeGreaterThan(0);
    await dying;
    await Promise.all([job.close(), other.close()]);
  });

  it('are not requested for tokens whose claims ended long ago', async () => {
    const events = [eventDefinition({ startsAt: '2025-01-01T00:00:00.000Z', endsAt: '2025-02-01T00:00:00.000Z' })];
    const job = await jobFor(traded('a', 1, { events }));
    await runAll(job);
    expect([source.requests.length, ended]).toEqual([0, ['answered']]);
    await job.close();
  });
});
