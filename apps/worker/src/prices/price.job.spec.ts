import { type DropBody, type DropDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { type FakeHandler, type FakeServer, fakeCoin, fakeCoins, startFakeServer } from '@droptrack/connectors/testing';
import {
  applyDefinitions,
  type Database,
  openDatabase,
  PRICE_SOURCE,
  readRevisions,
  runRecompute,
  SourceRepository,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { pino } from 'pino';
import { PriceJob } from './price.job';

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

async function jobFor(...definitions: DropDefinition[]): Promise<PriceJob> {
  await applyDefinitions(db, { origin: 'test', definitions, nowMs });
  const limits = { requestsPerMinute: 60, requestBurst: 50 };
  await new SourceRepository(db).declare([{ id: PRICE_SOURCE, offReason: null, ...limits }], nowMs);
  return newJob();
}
const newJob = () =>
  new PriceJob({
    db,
    config: { url: source.url },
    clock: { now: () => nowMs, monotonicMs: () => nowMs },
    random: () => 0.5,
    logger: pino({ level: 'silent' }),
    metrics: { leased: () => undefined, ended: ({ kind }) => void ended.push(kind) },
  });
/** Runs until no poll is due, as the scheduler does. */
const runAll = async (job: PriceJob) => {
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
    await other.run();
    expect(await valueOf('a')).toBeGreaterThan(0);
    job.abort();
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
