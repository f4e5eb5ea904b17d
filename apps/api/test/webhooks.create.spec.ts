import type { CreateWebhook, Problem } from '@droptrack/contracts';
import { verifyWebhook } from '@droptrack/sdk';
import { signTestWebhook } from '@droptrack/sdk/testing';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { URL, webhookTerms } from './webhook-terms';

const LEAST: CreateWebhook = { url: URL, events: ['*'] };

describe('POST /v1/webhooks', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { webhooks: webhookTerms({ endpointsPerDayMax: 5 }) });
  });
  beforeEach(() => api.db.query('DELETE FROM webhook_endpoints'));
  afterAll(() => api.stop());

  const post = (body: unknown) => api.post('/v1/webhooks', JSON.stringify(body));
  const violationsOf = async (body: object) => {
    const response = await post(body);
    const { code, errors } = response.json<Problem>();
    expect([response.statusCode, code]).toEqual([422, 'validation_failed']);
    return errors.map((error) => [(error as { pointer: string }).pointer, error.code]);
  };

  describe('201', () => {
    it('creates an endpoint for all events, and returns its URL and its secret', async () => {
      const { data, status, headers } = await api.sdk.webhooks.create(LEAST).withResponse();
      expect(data).toEqual({
        id: expect.stringMatching(/^wh_[0-9a-z]{20}$/) as string,
        url: URL,
        events: ['*'],
        description: null,
        filters: { drops: null, chains: null, min_hype: null },
        enabled: true,
        disabled_reason: null,
        failing_since: null,
        created_at: expect.any(String) as string,
        updated_at: data.created_at,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
      });
      expect([status, headers.get('location')]).toEqual([201, `http://api.test/v1/webhooks/${data.id}`]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.has('etag')).toBe(false);
      const { body, headers: signed } = signTestWebhook({ type: 'webhook.ping' }, data.secret);
      expect(verifyWebhook(body, signed, data.secret)).toMatchObject({ type: 'webhook.ping' });
    });

    it('accepts all properties', async () => {
      const given: CreateWebhook = {
        url: 'https://other.example:8443/in?team=7',
        events: ['drop.*', 'hype.threshold_crossed', 'webhook.disabled'],
        description: 'Über uns: 7 × täglich',
        filters: { drops: ['linea'], chains: ['nowhere-yet'], min_hype: 0 },
        enabled: false,
      };
      const { id } = await api.sdk.webhooks.create(given);
      expect(await api.sdk.webhooks.get(id)).toMatchObject(given);
    });

    it('creates an endpoint with its own secret per request that is no repetition', async () => {
      const created = [await api.sdk.webhooks.create(LEAST), await api.sdk.webhooks.create(LEAST)];
      expect(new Set(created.map(({ id }) => id)).size).toBe(2);
      expect(new Set(created.map(({ secret }) => secret)).size).toBe(2);
    });

    // A reader of the logs or the table must not be able to sign.
    it('leaves the secret in no log, no metric and no column', async () => {
      const { secret } = await api.sdk.webhooks.create(LEAST);
      const bare = secret.slice('whsec_'.length);
      const rows = await api.db.query<{ sealed: Buffer }>('SELECT * FROM webhook_secrets');
      const kept = [
        ...api.logs,
        await api.metrics(),
        JSON.stringify(rows),
        ...rows.map(({ sealed }) => sealed.toString('latin1')),
      ];
      const forms = [bare, Buffer.from(bare, 'base64').toString('hex'), Buffer.from(bare, 'base64').toString('latin1')];
      for (const form of forms) for (const text of kept) expect(text.includes(form)).toBe(false);
    });
  });

  describe('422', () => {
    it('reports all violations in one response, each with its pointer', async () => {
      const violations = await violationsOf({
        url: 'http://user:secret@10.0.0.1/',
        events: ['drop.*', 'drop.gone', 'drop.*', 7],
        description: 'a\u0000b',
        filters: { drops: ['linea', 'atlantis'], chains: [], min_hype: 101, colour: 1 },
        enabled: null,
        secret: 'mine',
      });
      expect(violations).toEqual([
        ['#/secret', 'unknown'],
        ['#/events/1', 'enum'],
        ['#/events/2', 'repeated'],
        ['#/events/3', 'enum'],
        ['#/description', 'format'],
        ['#/filters/chains', 'range'],
        ['#/filters/min_hype', 'range'],
        ['#/filters', 'unknown'],
        ['#/enabled', 'type'],
        ['#/url', 'scheme'],
      ]);
    });

    it.each<[string, object, string[]]>([
      ['nothing', {}, ['#/url', '#/events']],
      ['nulls', { url: null, events: null, filters: null, description: null }, ['#/url', '#/events']],
      [
        'other types',
        { url: {}, events: {}, filters: [], description: 7, enabled: 'true' },
        ['#/url', '#/events', '#/description', '#/filters', '#/enabled'],
      ],
      ['no events', { ...LEAST, events: [] }, ['#/events']],
      ['41 events', { ...LEAST, events: Array(41).fill('*') }, ['#/events']],
      ['201 characters', { ...LEAST, description: 'x'.repeat(201) }, ['#/description']],
      ['unknown drops', { ...LEAST, filters: { drops: ['atlantis', 'linea', '../etc'] } }, ['#/filters/drops/2']],
      [
        'two unknown drops',
        { ...LEAST, filters: { drops: ['atlantis', 'linea', 'mu'] } },
        ['#/filters/drops/0', '#/filters/drops/2'],
      ],
      ['an unpaired surrogate', { ...LEAST, description: '\ud800' }, ['#/description']],
      ['a fraction', { ...LEAST, filters: { min_hype: 1.5 } }, ['#/filters/min_hype']],
    ])('rejects %s', async (_, body, pointers) => {
      expect((await violationsOf(body)).map(([pointer]) => pointer)).toEqual(pointers);
    });

    // Some URL parser resolves each of these to a target that must not receive deliveries.
    it.each([
      ['http://hooks.example/', 'scheme'],
      ['https://user:secret@hooks.example/', 'credentials'],
      ['https://hooks.example:80/', 'port'],
      ['https://hooks.example/#part', 'fragment'],
      ['https://hööks.example/', 'host_unicode'],
      ['https://2130706433/', 'host_form'],
      ['https://0x7f.1/', 'host_form'],
      ['https://0177.0.0.1/', 'host_form'],
      ['https://127.0.0.1/', 'address_not_allowed'],
      ['https://169.254.169.254/latest/meta-data', 'address_not_allowed'],
      ['https://[::ffff:127.0.0.1]/', 'address_not_allowed'],
      ['https://[64:ff9b::7f00:1]/', 'address_not_allowed'],
      ['https://0.0.0.0/', 'address_not_allowed'],
      ['https://localhost/', 'host_local'],
      [`https://hooks.example/${'x'.repeat(3_000)}`, 'too_long'],
      ['https://hooks.example/\n', 'characters'],
      ['hooks.example', 'not_a_url'],
      ['', 'not_a_url'],
      ['https://inside.example/', 'host_not_public'],
      ['https://mapped.example/', 'host_not_public'],
      ['https://nowhere.example/', 'host_not_public'],
      ['https://silent.example/', 'host_not_public'],
    ])('rejects the URL %s', async (url, code) => {
      const response = await post({ ...LEAST, url });
      const { detail, errors } = response.json<Problem>();
      expect(errors).toEqual([{ pointer: '#/url', code, detail: expect.any(String) as string }]);
      expect(response.statusCode).toBe(422);
      // The message must disclose neither addresses of the operator's network nor parts of the URL.
      expect(detail).toMatch(/^url [a-z]/);
      expect(response.body).not.toMatch(/10\.|93\.184|secret|ETIMEOUT/);
      expect(api.logs.join()).not.toMatch(/secret@|inside\.example/);
    });

    // Different responses would disclose the names in the operator's network.
    it('returns the same problem for a name that does not exist, resolves to an internal address, or does not resolve', async () => {
      const problemOf = async (host: string) => {
        const { request_id, ...problem } = (await post({ ...LEAST, url: `https://${host}/` })).json<Problem>();
        return [typeof request_id, problem];
      };
      const unknown = await problemOf('nowhere.example');
      for (const host of ['inside.example', 'mapped.example', 'silent.example']) {
        expect(await problemOf(host)).toEqual(unknown);
      }
    });

    it('rejects an endpoint beyond the limit of the account', async () => {
      for (let n = 0; n < 3; n += 1) await api.sdk.webhooks.create(LEAST);
      const response = await post(LEAST);
      expect(response.json()).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '#', code: 'limit' }] });
      expect(response.json<Problem>().detail).toContain('the limit of 3 endpoints per account');
      const { secret } = await api.issueKey('pro');
      expect(await api.sdkOf(secret).webhooks.create(LEAST)).toMatchObject({ url: URL });
    });
  });

  describe('429', () => {
    // Otherwise a client that creates and deletes endpoints could fill the table and evade the limits per endpoint.
    it('rejects an endpoint beyond the daily limit of the account, which includes deleted ones', async () => {
      const { secret } = await api.issueKey('pro');
      const sdk = api.sdkOf(secret);
      for (let n = 0; n < 5; n += 1) await sdk.webhooks.delete((await sdk.webhooks.create(LEAST)).id);
      const error = await Promise.resolve(sdk.webhooks.create(LEAST)).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ status: 429, code: 'rate_limited' });
      expect((error as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(86_000);
      await api.db.query(`UPDATE webhook_endpoints SET created_at = created_at - interval '1 day'`);
      expect(await sdk.webhooks.create(LEAST)).toMatchObject({ url: URL });
    });
  });

  describe('400, 403, 413, 415', () => {
    it.each([
      ['{', 400, 'malformed_json'],
      ['[]', 422, 'validation_failed'],
      [`{"url":"${'x'.repeat(17_000)}"}`, 413, 'payload_too_large'],
      [`{"events":${'['.repeat(7_000)}${']'.repeat(7_000)}}`, 422, 'validation_failed'],
    ])('rejects the body %.30s', async (body, status, code) => {
      const response = await api.post('/v1/webhooks', body);
      expect([response.statusCode, response.json<Problem>().code]).toEqual([status, code]);
    });

    it('rejects other media types, parameters, and lower plans', async () => {
      expect((await api.post('/v1/webhooks', '{}', { 'content-type': 'text/plain' })).statusCode).toBe(415);
      expect((await api.post('/v1/webhooks?a=1', JSON.stringify(LEAST))).json()).toMatchObject({
        code: 'unknown_parameter',
      });
      await expect(api.free.webhooks.create({} as CreateWebhook)).rejects.toMatchObject({
        code: 'plan_required',
        requiredPlan: 'pro',
        currentPlan: 'free',
      });
    });
  });
});

describe('webhooks without an encryption key or a database', () => {
  it('returns 503 for the operations that need them', async () => {
    const api = await startApi([], { webhooks: webhookTerms({ box: null }) });
    try {
      const error = { status: 503, code: 'unavailable', retryAfterSeconds: 60 };
      await expect(api.sdk.webhooks.create(LEAST)).rejects.toMatchObject(error);
      await expect(api.sdk.webhooks.rotateSecret('wh_1')).rejects.toMatchObject(error);
      expect((await api.sdk.webhooks.list()).data).toEqual([]);
      await api.loseDatabase();
      for (const call of [
        api.sdk.webhooks.list(),
        api.sdk.webhooks.get('wh_1'),
        api.sdk.webhooks.delete('wh_1'),
        api.sdk.events.list(),
      ])
        await expect(call).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    } finally {
      await api.stop();
    }
  });
});
