import { randomBytes } from 'node:crypto';
import { dropBody, dropChange, dropDefinition } from '@droptrack/catalogue/testing';
import { type Receiver, startReceiver } from '@droptrack/egress/testing';
import {
  ApiKeyRepository,
  appendRevisions,
  applyDefinitions,
  type Database,
  openDatabase,
  readWorkerClocks,
  SecretBox,
  EndpointRepository,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { NO_WEBHOOKS } from '../src/config/webhooks';
import { type RunningWorker, startWorker } from '../src/start';
import { until } from '../src/webhooks/testing';
import { NO_SOURCES } from './sources';

const HOUR_MS = 3_600_000;
const DROPS = 3;

/** A worker whose process clock the test moves; the clock of the database is right. */
describe('a worker whose clock is wrong', () => {
  const clock = { aheadMs: 0 };
  const lines: string[] = [];
  /** Difference between the signed time of each request and the time at which it was received. */
  const signedOffMs: number[] = [];
  let [test, db, worker, receiver]: [TestDatabase, Database, RunningWorker, Receiver] = [null!, null!, null!, null!];
  let changes = 0;

  beforeEach(async () => {
    clock.aheadMs = 0;
    lines.length = 0;
    signedOffMs.length = 0;
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
    receiver = await startReceiver({
      answer: (response, { headers }) => {
        signedOffMs.push(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now()));
        response.writeHead(204).end();
      },
    });
    const box = SecretBox.fromKeys([randomBytes(32).toString('base64')]);
    const { key } = await new ApiKeyRepository(db).issue({ plan: 'pro', label: 'test' });
    const terms = { description: null, events: ['*'], drops: null, chains: null, minHype: null, enabled: true };
    const url = `http://127.0.0.1:${receiver.port}/`;
    await new EndpointRepository(db, box).create(key.account, { ...terms, url }, 20, Date.now());
    const definitions = Array.from({ length: DROPS }, (_, n) => dropDefinition({ id: `drop-${n}` }));
    await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: Date.now() });
    worker = await startWorker(
      {
        databaseUrl: test.url,
        metrics: { host: '127.0.0.1', port: 0 },
        isDemo: false,
        sources: NO_SOURCES,
        webhooks: { ...NO_WEBHOOKS, box, policy: { allowInsecure: true, allow: [] } },
      },
      createLogger('worker', 'info', { write: (line) => void lines.push(line) }),
      undefined,
      { now: () => Date.now() + clock.aheadMs, monotonicMs: () => performance.now() },
    );
  });
  afterEach(async () => {
    await worker.stop();
    await Promise.all([receiver.close(), db.close()]);
    await test.drop();
  });

  const get = (path: string) => fetch(`http://127.0.0.1:${worker.metricsPort}${path}`);
  const figure = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(await (await get('/metrics')).text())?.[1]);
  const isReady = async () => (await get('/readyz')).status === 200;
  const count = async (what: string): Promise<number> => {
    const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
    return row!.n;
  };
  /** Appends a change of a drop, and makes all drops due. */
  async function change(): Promise<void> {
    changes += 1;
    const draft = { ...dropChange(dropBody({ id: 'drop-0', name: `Name ${changes}` })), cause: 'catalogue' as const };
    await db.transaction((sql) => appendRevisions(sql, [draft]));
    await db.query('UPDATE drop_dues SET due_at = clock_timestamp()');
  }
  const isAllDelivered = async () =>
    (await count('event_head JOIN log_head USING (seq)')) === 1 &&
    (await count(`deliveries WHERE status <> 'delivered'`)) === 0;
  const isAllScored = async () => (await count('drop_dues WHERE due_at <= clock_timestamp()')) === 0;

  it('writes nothing with a future time, reports the difference, and continues at once when the clock is right', async () => {
    await worker.begin();
    await until(
      async () => (await isReady()) && (await isAllDelivered()) && (await isAllScored()),
      'the start is done',
    );
    const heard = receiver.heard.length;

    clock.aheadMs = HOUR_MS;
    const unready = await get('/readyz');
    expect(unready.status).toBe(503);
    expect(await unready.text()).toContain("the clock is 3600.0 s ahead of the database's: no work is started");
    expect(await figure('droptrack_clock_skew_seconds')).toBeCloseTo(-3_600, 0);
    await until(async () => (await readWorkerClocks(db)).some(({ skewMs }) => skewMs < -HOUR_MS / 2), 'it is recorded');
    await until(
      () => lines.some((line) => line.includes("ahead of the database's: no work is started")),
      'it is logged',
    );
    await change();
    await until(async () => (await figure('droptrack_pass_success_age_seconds')) > 1.5, 'no recompute run');
    expect(lines.filter((line) => line.includes('no work is started'))).toHaveLength(1);
    expect([await isAllScored(), receiver.heard.length]).toEqual([false, heard]);

    clock.aheadMs = 0;
    await until(async () => (await isAllScored()) && (await isAllDelivered()), 'the backlog is done');
    expect(receiver.heard.length).toBeGreaterThan(heard);
    await change();
    await until(async () => (await isAllScored()) && (await isAllDelivered()), 'it continues');
    expect(await isReady()).toBe(true);

    expect(await count('points WHERE hour > clock_timestamp()')).toBe(0);
    expect(await count('drop_dues WHERE moved_until > clock_timestamp() OR pointed_until > clock_timestamp()')).toBe(0);
    const later = `clock_timestamp() + interval '1 minute'`;
    expect(await count(`webhook_endpoints WHERE paced_until > ${later} OR blocked_until > ${later}`)).toBe(0);
    expect(await count(`deliveries WHERE due_at > ${later}`)).toBe(0);
    expect(Math.max(...signedOffMs)).toBeLessThan(HOUR_MS / 2);
  });

  // Replaced machines may start with a wrong clock.
  it('starts no work with a wrong clock either', async () => {
    clock.aheadMs = -HOUR_MS;
    await worker.begin();
    await until(() => lines.some((line) => line.includes("behind the database's: no work is started")), 'it is logged');
    expect([await isAllScored(), receiver.heard.length, await isReady()]).toEqual([false, 0, false]);
    clock.aheadMs = 0;
    await until(async () => (await isReady()) && (await isAllScored()) && (await isAllDelivered()), 'it works');
  });
});
