import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import type { FakeServer } from '@droptrack/sources/testing';
import { HYPE_SIGNALS } from '@droptrack/contracts';
import {
  ApiKeyRepository,
  applyDefinitions,
  type Database,
  importReadings,
  openDatabase,
  SourceRepository,
  replayPoints,
} from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { RULESET_2026_1 } from '@droptrack/scoring';
import { Droptrack } from '@droptrack/sdk';
import { createLogger } from '@droptrack/program/logging';
import { builtProgram, type Program, startProgram } from '@droptrack/program/testing';
import { type RunningWorker, startWorker } from '../src/start';
import { FIGURES, queriesOf, startNineSources } from './sources';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** z of the published check vector of ruleset 2026.1, against 28 constant days. */
const Z = {
  farcaster_authors: 1.5,
  tvl_usd: 0.3,
  active_wallets: 0.9,
  reddit_authors: 0.4,
  news_articles: 2,
  dev_committers: -0.5,
} as const;
const DEVIATION_FLOOR = 0.25;

/** End to end: fakes of nine sources, a worker that polls them, and the API. */
describe('readings of nine sources', () => {
  /** Clock of the database and of the worker; the API uses the machine's. */
  let clock: MovableClock;
  const now = () => clock.now();
  let hourMs = 0;
  let test: TestDatabase;
  let db: Database;
  let source: FakeServer;
  let worker: RunningWorker;
  let api: Program;
  let client: Droptrack;
  beforeAll(async () => {
    test = await createTestDatabase();
    clock = await makeClockMovable(test.url);
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    // Ten minutes before the last full hour, until the test moves the clock past that hour.
    hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    await clock.set(hourMs - HOUR_MS / 6 - Date.now());
    const sources = await startNineSources(now());
    source = sources.source;
    await apply(queriesOf(source.url));
    await importReadings(db, past(), { nowMs: now() });
    worker = await startWorker(
      {
        databaseUrl: test.url,
        metrics: { host: '127.0.0.1', port: 0 },
        isDemo: false,
        sources: sources.config,
        ruleset: RULESET_2026_1,
      },
      createLogger('worker', 'silent'),
      undefined,
      { now, monotonicMs: () => performance.now() },
    );
    await worker.begin();
    const { secret } = await new ApiKeyRepository(db).issue({ plan: 'scale', label: 'test' });
    api = await startProgram(builtProgram('api'), { DATABASE_URL: test.url, PORT: '0', METRICS_PORT: '0' });
    client = new Droptrack({ apiKey: secret, baseUrl: api.url ?? '' });
  });
  afterAll(async () => {
    await api?.stop();
    await worker?.stop();
    await source?.close();
    await db.close();
    await test.drop();
  });

  const apply = async (queries: ReturnType<typeof queriesOf>) => {
    const inFiveDays = eventDefinition({ startsAt: new Date(hourMs + 5 * DAY_MS).toISOString(), endsAt: null });
    const { coingecko, snapshot, ...seven } = queries;
    const drop = (id: string, sources: Partial<typeof queries>) =>
      dropDefinition({ id, sources, events: [inFiveDays] });
    const definitions = [drop('vector', seven), drop('all-ten', { ...seven, coingecko, snapshot })];
    await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: now() });
  };
  const pointOf = async (drop: string) => {
    const { data } = await client.drops.hype(drop, { window: '24h' });
    return data.find(({ t }) => Date.parse(t) === hourMs);
  };
  function* past() {
    for (const [signal, z] of Object.entries(Z) as [keyof typeof Z, number][]) {
      const usual = Math.expm1(Math.log1p(FIGURES[signal]) - z * DEVIATION_FLOOR);
      for (let day = 1; day <= 28; day++) {
        yield { dropId: 'vector', signal, observedAtMs: hourMs - HOUR_MS - day * DAY_MS, value: usual, source: 'test' };
      }
    }
  }

  it('are stored by all nine connectors, once each', async () => {
    const untried = `tasks WHERE kind = 'poll' AND answered_at IS NULL AND failed_at IS NULL`;
    await until(async () => (await count(db, untried)) === 0);
    const all = await new SourceRepository(db).readHealth(now());
    const health = all.filter(({ kind, id }) => kind === 'poll' && id in queriesOf(''));
    expect(health.map(({ offReason, failing, failure }) => [offReason, failing, failure])).toEqual(
      Object.keys(queriesOf('')).map(() => [null, 0, null]),
    );
    expect(await count(db, `readings WHERE source <> 'test'`)).toBe(16);
    const rows = await db.query<{ signal: keyof typeof FIGURES; value: number }>(
      `SELECT signal, value FROM readings WHERE drop_id = 'all-ten' ORDER BY signal`,
    );
    expect(Object.fromEntries(rows.map(({ signal, value }) => [signal, value]))).toEqual({
      ...FIGURES,
      search_trend: expect.closeTo(FIGURES.search_trend, 9) as number,
    });
  });

  it('result in the score of the check vector of ruleset 2026.1', async () => {
    await clock.set(hourMs + 1_000 - Date.now());
    await until(async () => (await count(db, `points WHERE hour = to_timestamp(${hourMs / 1_000})`)) === 2);
    await until(async () => typeof (await pointOf('vector'))?.score === 'number');
    const point = await pointOf('vector');
    expect(point).toMatchObject({ score: 65, confidence: expect.closeTo(0.86, 9), prior: expect.closeTo(3.5, 9) });
    const contributions = Object.entries(point?.signals ?? {}).map(([id, { contribution }]) => [
      id,
      Number(contribution.toFixed(3)),
    ]);
    expect(Object.fromEntries(contributions)).toEqual({
      farcaster_authors: 14.569,
      reddit_authors: 6.206,
      news_articles: 7.053,
      tvl_usd: 10.636,
      active_wallets: 11.406,
      dev_committers: 3.68,
      market_probability: 4.48,
      calendar_proximity: 3.048,
    });
  });

  it('are published for all ten signals', async () => {
    const { signals } = await client.drops.hype('all-ten', { window: '24h' });
    expect(signals.map(({ id, status }) => [id, status])).toEqual(HYPE_SIGNALS.map((id) => [id, 'ok']));
    const point = await pointOf('all-ten');
    expect(Object.keys(point?.signals ?? {}).sort()).toEqual([...HYPE_SIGNALS].sort());
  });

  it('result in the same points in a replay', async () => {
    const report = await replayPoints(db, { dropIds: null, fromMs: null, untilMs: null });
    expect(report).toMatchObject({ differences: [], unreplayable: 0 });
    expect(report.points).toBe(await count(db, 'points'));
    expect(report.points).toBeGreaterThan(100);
  });
});

async function count(db: Database, what: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + 90_000; !(await holds());) {
    if (performance.now() > endMs) throw new Error('It took too long');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
