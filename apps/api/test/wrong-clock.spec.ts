import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { URL, webhookTerms } from './webhook-terms';

const HOUR_MS = 3_600_000;
const MACHINE_NOW = Date.now;

describe('an instance whose clock jumps two hours ahead', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await api.stop();
  });

  it('accepts keys that have not expired by the database clock, also before the next confirmation of the log', async () => {
    const { secret } = await api.issueKey('pro', { expiresAt: new Date(MACHINE_NOW() + HOUR_MS) });
    let aheadMs = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => MACHINE_NOW() + aheadMs);
    const instance = await api.startAgain();
    aheadMs = 2 * HOUR_MS;
    const headers = { authorization: `Bearer ${secret}` };
    const { statusCode } = await instance.inject({ method: 'GET', url: '/v1/drops', headers });
    await instance.stop();
    expect(statusCode).toBe(200);
  });
});

describe.each([
  ['ahead of', 2 * HOUR_MS],
  ['behind', -2 * HOUR_MS],
])('an instance whose clock is two hours %s the database clock', (_, aheadMs) => {
  let api: TestApi;
  beforeAll(async () => {
    jest.spyOn(Date, 'now').mockImplementation(() => MACHINE_NOW() + aheadMs);
    api = await startApi([dropDefinition('linea')], { webhooks: webhookTerms() });
  });
  afterAll(async () => {
    await api.stop();
    jest.restoreAllMocks();
  });

  it('is not ready', async () => {
    expect((await api.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
  });

  it('expires keys by the database clock', async () => {
    const statusOf = async (endsInMs: number) => {
      const { secret } = await api.issueKey('pro', { expiresAt: new Date(MACHINE_NOW() + endsInMs) });
      await api.keysSeen();
      const headers = { authorization: `Bearer ${secret}` };
      return (await api.inject({ method: 'GET', url: '/v1/drops', headers })).statusCode;
    };
    expect([await statusOf(HOUR_MS), await statusOf(-HOUR_MS)]).toEqual([200, 401]);
  });

  it('stores the times of endpoints by the database clock', async () => {
    const { id, created_at: createdAt } = await api.sdk.webhooks.create({ url: URL, events: ['*'] });
    await api.sdk.webhooks.rotateSecret(id);
    const [row] = await api.db.query<{ grace: number; created: number }>(
      `SELECT (extract(epoch FROM max(expires_at) - clock_timestamp()) / 3600)::float8 AS grace,
              (extract(epoch FROM min(created_at) - clock_timestamp()) / 3600)::float8 AS created
       FROM webhook_secrets WHERE endpoint_id = $1`,
      [id],
    );
    expect(row!.grace).toBeCloseTo(24, 1);
    expect(row!.created).toBeCloseTo(0, 1);
    expect((Date.parse(createdAt) - MACHINE_NOW()) / HOUR_MS).toBeCloseTo(0, 1);
  });
});
