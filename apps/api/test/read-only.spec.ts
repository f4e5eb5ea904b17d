import { confirmLog } from '@droptrack/persistence';
import type { LightMyRequestResponse } from 'fastify';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { URL, webhookTerms } from './webhook-terms';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Makes all sessions of the database read-only, as on a standby, and closes the existing ones. */
async function makeReadOnly({ db }: TestApi): Promise<void> {
  const [row] = await db.query<{ name: string }>('SELECT current_database() AS name');
  await db.query(`ALTER DATABASE ${row?.name} SET default_transaction_read_only = on`);
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await db.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  for (let isReadOnly = ''; isReadOnly !== 'on';) {
    const [setting] = await db
      .query<{ value: string }>(`SELECT current_setting('transaction_read_only') AS value`)
      .catch(() => []);
    isReadOnly = setting?.value ?? '';
  }
}

describe('a read-only database', () => {
  let api: TestApi;
  let webhook: string;
  let scaleKey: string;
  /** Confirmed instant. */
  let confirmed: string;
  const get = async (path: string, secret: string) =>
    api.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${secret}` } });

  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { webhooks: webhookTerms(), stopClock: true });
    webhook = (await api.sdk.webhooks.create({ url: URL, events: ['*'] })).id;
    scaleKey = (await api.issueKey('scale')).secret;
    await api.keysSeen();
    expect((await get('/v1/me', scaleKey)).statusCode).toBe(200);
    confirmed = new Date((await confirmLog(api.db)).asOfMs).toISOString();
    await makeReadOnly(api);
  });
  afterAll(() => api.stop());

  const changes: [method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object | null][] = [
    ['POST', '', { url: URL, events: ['*'] }],
    ['PATCH', '/{id}', { enabled: false }],
    ['POST', '/{id}/rotate-secret', {}],
    ['POST', '/{id}/test', null],
    ['DELETE', '/{id}', null],
  ];
  it.each(changes)('returns 503 with Retry-After for %s /v1/webhooks%s', async (method, path, body) => {
    const response: LightMyRequestResponse = await api.inject({
      method,
      url: `/v1/webhooks${path.replace('{id}', webhook)}`,
      headers: { authorization: `Bearer ${api.keys.pro}`, ...(body !== null && JSON_TYPE) },
      ...(body !== null && { payload: JSON.stringify(body) }),
    });
    expect([response.statusCode, response.json<{ code: string }>().code, response.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
  });

  it('serves routes that only read', async () => {
    for (const path of ['/v1/webhooks', `/v1/webhooks/${webhook}`, '/v1/events', '/v1/drops']) {
      expect([path, (await api.get(path)).statusCode]).toEqual([path, 200]);
    }
  });

  // Another instance can have confirmed it; this one cannot confirm any instant.
  it('serves an instant that was confirmed before', async () => {
    expect((await api.get(`/v1/drops/linea?as_of=${confirmed}`)).statusCode).toBe(200);
  });

  it('returns 503 for a past instant that cannot be confirmed, and 400 for one in the future', async () => {
    const [row] = await api.db.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const passed = await api.get(`/v1/drops/linea?as_of=${row?.at.toISOString()}`);
    expect([passed.statusCode, passed.headers['retry-after']]).toEqual([503, '2']);
    const future = await api.get(`/v1/drops/linea?as_of=${new Date(Date.now() + 3_600_000).toISOString()}`);
    expect([future.statusCode, future.json<{ code: string }>().code]).toEqual([400, 'as_of_out_of_range']);
  });

  // Confirmed instants need no current confirmation.
  it('serves the past after the present has become unavailable', async () => {
    api.passTime(60_001);
    expect((await api.get('/v1/drops')).statusCode).toBe(503);
    expect((await api.get(`/v1/drops/linea?as_of=${confirmed}`)).statusCode).toBe(200);
    expect((await get(`/v1/snapshots/drops?as_of=${confirmed}`, scaleKey)).statusCode).toBe(200);
  });
});
