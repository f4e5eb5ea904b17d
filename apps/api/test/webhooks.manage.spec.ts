import type { Problem } from '@droptrack/contracts';
import type { Droptrack } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { URL, webhookTerms } from './webhook-terms';

/** Valid id of no endpoint. */
const UNKNOWN_ID = 'wh_00000000000000000000';

let api: TestApi;
beforeAll(async () => {
  api = await startApi([dropDefinition('linea'), dropDefinition('zora')], {
    webhooks: webhookTerms({ endpointsMax: 9 }),
  });
});
beforeEach(() => api.db.query('DELETE FROM webhook_endpoints'));
afterAll(() => api.stop());

const createEndpoint = (sdk: Droptrack = api.sdk) =>
  sdk.webhooks.create({ url: URL, events: ['drop.*'], description: 'mine' });
const otherAccount = async () => api.sdkOf((await api.issueKey('pro')).secret);
const send = (method: 'PATCH' | 'POST', url: string, body: string) =>
  api.inject({
    method,
    url,
    payload: body,
    headers: { authorization: `Bearer ${api.keys.pro}`, 'content-type': 'application/json' },
  });

describe('GET /v1/webhooks', () => {
  it('returns the endpoints of the account, latest first, on one page and without secrets', async () => {
    const [first, second] = [await createEndpoint(), await createEndpoint()];
    await api.db.query(`UPDATE webhook_endpoints SET created_at = created_at - interval '1 s' WHERE id = $1`, [
      first.id,
    ]);
    const { data: page, headers } = await api.sdk.webhooks.list().withResponse();
    expect(page.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
    expect(JSON.stringify(page)).not.toContain('whsec_');
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    expect((await (await otherAccount()).webhooks.list()).data).toEqual([]);
  });

  // A rotation of keys must not lose the endpoints of the previous key.
  it('returns the same endpoints to a key and its rotated successor', async () => {
    const { key, secret: former } = await api.issueKey('pro');
    const { id } = await createEndpoint(api.sdkOf(former));
    const { secret: next } = await api.rotateKey(key.id);
    expect((await api.sdkOf(next).webhooks.list()).data.map((each) => each.id)).toEqual([id]);
    expect(await api.sdkOf(next).webhooks.update(id, { description: 'ours' })).toMatchObject({ description: 'ours' });
    expect(await api.sdkOf(former).webhooks.get(id)).toMatchObject({ description: 'ours' });
  });

  it('returns the methods for 405 and OPTIONS, and responds to HEAD like GET without a body', async () => {
    expect((await api.inject({ method: 'PUT', url: '/v1/webhooks' })).headers['allow']).toBe(
      'GET, HEAD, OPTIONS, POST',
    );
    const one = await api.inject({ method: 'OPTIONS', url: '/v1/webhooks/wh_1' });
    expect([one.statusCode, one.headers['allow']]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH']);
    expect((await api.inject({ method: 'GET', url: '/v1/webhooks/wh_1/test' })).statusCode).toBe(405);
    const head = await api.head('/v1/webhooks');
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });
});

describe('GET, PATCH and DELETE /v1/webhooks/{id}', () => {
  it('PATCH updates the given properties, clears by null, and keeps the others', async () => {
    const { id, secret, ...made } = await createEndpoint();
    expect(secret).toBeDefined();
    const filters = { drops: ['linea'], chains: null, min_hype: 50 };
    expect(await api.sdk.webhooks.update(id, { filters })).toMatchObject({
      ...made,
      filters,
      updated_at: expect.any(String),
    });
    const replaced = await api.sdk.webhooks.update(id, { filters: { chains: ['base'] }, description: null });
    expect(replaced).toMatchObject({ filters: { drops: null, chains: ['base'], min_hype: null }, description: null });
    const cleared = await api.sdk.webhooks.update(id, { filters: null, enabled: false, events: ['*'] });
    expect(cleared).toMatchObject({ filters: made.filters, enabled: false, events: ['*'], url: URL });
    expect(await api.sdk.webhooks.get(id)).toEqual(cleared);
    expect(await api.sdk.webhooks.update(id, {})).toMatchObject({ enabled: false, events: ['*'] });
  });

  it('PATCH with enabled true clears disabled_reason', async () => {
    const { id } = await createEndpoint();
    await api.db.query(
      `UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'failing', failing_since = now(), failures = 9 WHERE id = $1`,
      [id],
    );
    expect(await api.sdk.webhooks.get(id)).toMatchObject({
      disabled_reason: 'failing',
      failing_since: expect.any(String),
    });
    const enabled = await api.sdk.webhooks.update(id, { enabled: true });
    expect(enabled).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  // A valid filter must not become invalid later.
  it('PATCH accepts a drop in the filters that was archived since', async () => {
    const { id } = await createEndpoint();
    await api.sdk.webhooks.update(id, { filters: { drops: ['linea', 'zora'] } });
    await api.apply([dropDefinition('linea')]);
    const { filters } = await api.sdk.webhooks.get(id);
    expect((await api.sdk.webhooks.update(id, { filters, description: 'x' })).filters).toEqual(filters);
  });

  it('PATCH validates properties as on creation, and changes nothing if one is invalid', async () => {
    const { id } = await createEndpoint();
    const response = await send(
      'PATCH',
      `/v1/webhooks/${id}`,
      JSON.stringify({ url: 'https://inside.example/', description: 'other' }),
    );
    expect([response.statusCode, response.json<Problem>().errors]).toMatchObject([
      422,
      [{ pointer: '#/url', code: 'host_not_public' }],
    ]);
    const several = await send('PATCH', `/v1/webhooks/${id}`, '{"url":null,"events":[],"enabled":null,"secret":"x"}');
    expect(several.json<Problem>().errors.map((error) => 'pointer' in error && error.pointer)).toEqual([
      '#/secret',
      '#/url',
      '#/events',
      '#/enabled',
    ]);
    expect(await api.sdk.webhooks.get(id)).toMatchObject({ url: URL, description: 'mine' });
  });

  it('DELETE returns 204, then 404', async () => {
    const { id } = await createEndpoint();
    const { status, headers, data } = await api.sdk.webhooks.delete(id).withResponse();
    expect([status, headers.get('cache-control'), data]).toEqual([204, 'no-store', undefined]);
    await expect(api.sdk.webhooks.delete(id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    await expect(api.sdk.webhooks.get(id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    expect((await api.sdk.webhooks.list()).data).toEqual([]);
  });
});

describe('POST /v1/webhooks/{id}/rotate-secret', () => {
  it('returns a new secret, and the expiry of the previous one', async () => {
    const { id, secret } = await createEndpoint();
    const before = Date.now();
    const day = await api.sdk.webhooks.rotateSecret(id);
    expect(day).toEqual({
      id,
      secret: expect.stringMatching(/^whsec_/) as string,
      previous_expires_at: expect.any(String) as string,
    });
    expect(day.secret).not.toBe(secret);
    const graceMs = Date.parse(day.previous_expires_at) - before;
    expect(graceMs).toBeGreaterThanOrEqual(86_400_000);
    expect(graceMs).toBeLessThan(86_460_000);
    const none = await api.sdk.webhooks.rotateSecret(id, { grace_period_seconds: 0 });
    expect(Date.parse(none.previous_expires_at)).toBeLessThanOrEqual(Date.now());
  });

  it.each(['-1', '604801', '1.5', '"60"', 'null'])('rejects a grace period of %s', async (seconds) => {
    const { id } = await createEndpoint();
    const response = await send('POST', `/v1/webhooks/${id}/rotate-secret`, `{"grace_period_seconds":${seconds}}`);
    expect(response.json()).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/grace_period_seconds', code: 'range' }],
    });
  });
});

/** All operations on an endpoint. */
const CALLS: [string, (sdk: Droptrack, id: string) => PromiseLike<unknown>][] = [
  ['get', ({ webhooks }, id) => webhooks.get(id)],
  ['update', ({ webhooks }, id) => webhooks.update(id, { description: 'theirs', url: 'https://inside.example/' })],
  ['delete', ({ webhooks }, id) => webhooks.delete(id)],
  ['rotateSecret', ({ webhooks }, id) => webhooks.rotateSecret(id)],
  ['test', ({ webhooks }, id) => webhooks.test(id)],
  ['deliveries', ({ webhooks }, id) => webhooks.deliveries(id)],
  ['redeliver', ({ webhooks }, id) => webhooks.redeliver(id, 'dlv_1')],
  ['recover', ({ webhooks }, id) => webhooks.recover(id, { since: new Date().toISOString() })],
  ['recovery', ({ webhooks }, id) => webhooks.recovery(id, 'rec_1')],
];

// An account must neither detect nor change endpoints of other accounts.
describe.each(CALLS)('endpoint of another account: %s', (_, call) => {
  it('is 404, like an unknown endpoint and an invalid id', async () => {
    const { id } = await createEndpoint();
    const before = await api.sdk.webhooks.get(id);
    for (const each of [id, UNKNOWN_ID, 'wh_\u0000', "' OR 1=1", 'x'.repeat(900)]) {
      const error = await Promise.resolve(call(await otherAccount(), each)).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ status: 404, code: 'webhook_not_found' });
    }
    expect(await api.sdk.webhooks.get(id)).toEqual(before);
  });

  it('is 403 for the plan free', async () => {
    await expect(Promise.resolve(call(api.free, UNKNOWN_ID))).rejects.toMatchObject({ code: 'plan_required' });
  });
});
