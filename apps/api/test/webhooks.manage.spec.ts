import type { Problem } from '@droptrack/contracts';
import type { Droptrack } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { URL, webhookTerms } from './webhook-terms';

/** As it would be, and nobody's. */
const NOBODYS = 'wh_00000000000000000000';

let api: TestApi;
beforeAll(async () => {
  api = await startApi([dropDefinition('linea'), dropDefinition('zora')], {
    webhooks: webhookTerms({ endpointsMax: 9 }),
  });
});
beforeEach(() => api.db.query('DELETE FROM webhook_endpoints'));
afterAll(() => api.stop());

const make = (sdk: Droptrack = api.sdk) => sdk.webhooks.create({ url: URL, events: ['drop.*'], description: 'mine' });
const stranger = async () => api.sdkOf((await api.issueKey('pro')).secret);
const send = (method: 'PATCH' | 'POST', url: string, body: string) =>
  api.inject({
    method,
    url,
    payload: body,
    headers: { authorization: `Bearer ${api.keys.pro}`, 'content-type': 'application/json' },
  });

describe('GET /v1/webhooks', () => {
  it('200: the endpoints of the account, the latest first, on one page, without secrets', async () => {
    const [first, second] = [await make(), await make()];
    await api.db.query(`UPDATE webhook_endpoints SET created_at = created_at - interval '1 s' WHERE id = $1`, [
      first.id,
    ]);
    const { data: page, headers } = await api.sdk.webhooks.list().withResponse();
    expect(page.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
    expect(JSON.stringify(page)).not.toContain('whsec_');
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    expect((await (await stranger()).webhooks.list()).data).toEqual([]);
  });

  // A rotation of keys must not lose what the former key has made.
  it('200: keys that a rotation put in each other’s place see the same', async () => {
    const { key, secret: former } = await api.issueKey('pro');
    const { id } = await make(api.sdkOf(former));
    const { secret: next } = await api.rotateKey(key.id);
    expect((await api.sdkOf(next).webhooks.list()).data.map((each) => each.id)).toEqual([id]);
    expect(await api.sdkOf(next).webhooks.update(id, { description: 'ours' })).toMatchObject({ description: 'ours' });
    expect(await api.sdkOf(former).webhooks.get(id)).toMatchObject({ description: 'ours' });
  });

  it('405 and OPTIONS name the methods; HEAD is GET without a body', async () => {
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
  it('PATCH 200: changes what is given, clears by null, and keeps the rest', async () => {
    const { id, secret, ...made } = await make();
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

  it('PATCH 200: enabling clears why it was disabled', async () => {
    const { id } = await make();
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

  // A filter that was right when it was set must not become wrong by itself.
  it('PATCH 200: a drop that was archived since may stay in the filters', async () => {
    const { id } = await make();
    await api.sdk.webhooks.update(id, { filters: { drops: ['linea', 'zora'] } });
    await api.apply([dropDefinition('linea')]);
    const { filters } = await api.sdk.webhooks.get(id);
    expect((await api.sdk.webhooks.update(id, { filters, description: 'x' })).filters).toEqual(filters);
  });

  it('PATCH 422: judges a new address and other members as when it is made, and changes nothing', async () => {
    const { id } = await make();
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
    expect(several.json<Problem>().errors.map((fault) => 'pointer' in fault && fault.pointer)).toEqual([
      '#/secret',
      '#/url',
      '#/events',
      '#/enabled',
    ]);
    expect(await api.sdk.webhooks.get(id)).toMatchObject({ url: URL, description: 'mine' });
  });

  it('DELETE 204, then 404', async () => {
    const { id } = await make();
    const { status, headers, data } = await api.sdk.webhooks.delete(id).withResponse();
    expect([status, headers.get('cache-control'), data]).toEqual([204, 'no-store', undefined]);
    await expect(api.sdk.webhooks.delete(id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    await expect(api.sdk.webhooks.get(id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    expect((await api.sdk.webhooks.list()).data).toEqual([]);
  });
});

describe('POST /v1/webhooks/{id}/rotate-secret', () => {
  it('200: tells another secret, and until when the former signs', async () => {
    const { id, secret } = await make();
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

  it.each(['-1', '604801', '1.5', '"60"', 'null'])('422 for a grace time of %s', async (seconds) => {
    const { id } = await make();
    const response = await send('POST', `/v1/webhooks/${id}/rotate-secret`, `{"grace_period_seconds":${seconds}}`);
    expect(response.json()).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/grace_period_seconds', code: 'range' }],
    });
  });
});

/** Everything that names an endpoint. */
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

// Nobody may learn whether an endpoint is there that is not theirs, nor touch it.
describe.each(CALLS)('somebody else’s endpoint: %s', (_, call) => {
  it('is 404, like one that is not there and what is no id', async () => {
    const { id } = await make();
    const before = await api.sdk.webhooks.get(id);
    for (const each of [id, NOBODYS, 'wh_\u0000', "' OR 1=1", 'x'.repeat(900)]) {
      const error = await Promise.resolve(call(await stranger(), each)).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ status: 404, code: 'webhook_not_found' });
    }
    expect(await api.sdk.webhooks.get(id)).toEqual(before);
  });

  it('is 403 for the plan free', async () => {
    await expect(Promise.resolve(call(api.free, NOBODYS))).rejects.toMatchObject({ code: 'plan_required' });
  });
});
