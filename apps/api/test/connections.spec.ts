import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishAllEvents } from './fake-worker';
import { until } from './until';
import { URL, webhookTerms } from './webhook-terms';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const since = () => new Date(Date.now() - 3_600_000).toISOString();

describe('connections to the database', () => {
  let api: TestApi;
  let lookUps = 0;
  let answer = (_addresses: string[]): void => undefined;
  const answered = new Promise<string[]>((resolve) => (answer = resolve));
  beforeAll(async () => {
    // The pool has four connections.
    const resolver = (name: string) => {
      if (name === 'hooks.example') return Promise.resolve(['93.184.216.34']);
      lookUps += 1;
      return answered;
    };
    api = await startApi([dropDefinition('linea')], { webhooks: webhookTerms({ resolver, testWaitMs: 20_000 }) });
  });
  afterAll(() => api.stop());

  const owner = async () => {
    const sdk = api.sdkOf((await api.issueKey('pro')).secret);
    return { sdk, id: (await sdk.webhooks.create({ url: URL, events: ['*'] })).id };
  };
  const check = () => api.sdk.eligibility.check({ wallet: WALLET, drop: 'linea' });

  // Twenty concurrent recoveries once exhausted the pool.
  it('are held by no request that waits: not by tests, registrations, or recoveries', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, owner));
    const tests = owners.slice(0, 4).flatMap(({ sdk, id }) => [1, 2, 3, 4].map(() => sdk.webhooks.test(id)));
    const pings = async () => (await api.db.query('SELECT FROM deliveries')).length === tests.length;
    for (const each of tests) void Promise.resolve(each).catch(() => undefined);
    await until(pings);
    // Events to recover.
    await api.apply(['linea', 'aave', 'base'].map((id) => dropDefinition(id)));
    await publishAllEvents(api.db);
    const registrations = owners.map(({ sdk }) => sdk.webhooks.create({ url: 'https://slow.example/', events: ['*'] }));
    const registered = Promise.all(registrations.map((each) => Promise.resolve(each)));
    const changes = owners.map(({ sdk, id }) => sdk.webhooks.update(id, { url: 'https://slow.example/' }));
    const changed = Promise.all(changes.map((each) => Promise.resolve(each)));
    await until(async () => lookUps === 2 * owners.length);
    // The queue is locked: a request that wrote to it would wait with its connection.
    let end = (): void => undefined;
    const isOver = new Promise<void>((resolve) => (end = resolve));
    let locking: Promise<void> = Promise.resolve();
    await new Promise<void>((isLocked) => {
      locking = api.db.transaction(async (sql) => {
        await sql.query('LOCK TABLE deliveries IN SHARE ROW EXCLUSIVE MODE');
        isLocked();
        await isOver;
      });
    });
    try {
      const recoveries = await Promise.all(owners.map(({ sdk, id }) => sdk.webhooks.recover(id, { since: since() })));
      expect(recoveries.map(({ status }) => status)).toEqual(owners.map(() => 'queued'));
      // The connection of the lock.
      await until(async () => api.db.connectionsInUse === 1);
      expect(await check()).toMatchObject({ drop: 'linea' });
    } finally {
      end();
      await locking;
    }
    await until(async () => api.db.connectionsInUse === 0);
    answer(['93.184.216.34']);
    await Promise.all([registered, changed]);
    await api.db.query(
      `INSERT INTO attempts (delivery_id, number, at, duration_ms, status_code) SELECT id, 1, now(), 1, 204 FROM deliveries`,
    );
    expect((await Promise.all(tests)).every(({ delivered }) => delivered)).toBe(true);
  });
});
