import type { CreatedWebhook, CreateWebhook, Problem } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { NAMES, URL, webhookTerms } from './webhook-terms';

const LEAST: CreateWebhook = { url: URL, events: ['drop.*', '*'] };
const KEY = '5f0c6b1e-9a53-4c3e-8a53-0f6a0f1f4f0b';

describe('Idempotency-Key of POST /v1/webhooks', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { webhooks: webhookTerms() });
  });
  beforeEach(() => api.db.query('TRUNCATE webhook_endpoints, webhook_creations CASCADE'));
  afterEach(() => void NAMES.set('hooks.example', ['93.184.216.34']));
  afterAll(() => api.stop());

  const post = (body: object, key = KEY) => api.post('/v1/webhooks', JSON.stringify(body), { 'idempotency-key': key });
  const endpoints = async () => (await api.sdk.webhooks.list()).data;

  it('returns the stored response to a repetition, with the same secret, and says so', async () => {
    const first = await post(LEAST);
    const again = await post(LEAST);
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.body).toBe(first.body);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(await endpoints()).toHaveLength(1);
  });

  // Two clients write one body in two ways, as two versions of a serializer do.
  it('compares what is requested, not its text', async () => {
    const given = { ...LEAST, description: null, enabled: true, filters: { chains: null } };
    const other = { events: LEAST.events, url: LEAST.url };
    expect((await post(other)).body).toBe((await post(given)).body);
  });

  it('returns the stored response although the endpoint was changed or deleted, or would be rejected now', async () => {
    const body = { ...LEAST, filters: { drops: ['linea'] } };
    const first = await post(body);
    const { id } = first.json<CreatedWebhook>();
    await api.sdk.webhooks.update(id, { events: ['webhook.*'] });
    await api.sdk.webhooks.rotateSecret(id, { grace_period_seconds: 0 });
    NAMES.set('hooks.example', ['10.0.0.7']);
    expect((await post(body)).body).toBe(first.body);
    await api.sdk.webhooks.delete(id);
    expect((await post(body)).body).toBe(first.body);
    expect(await endpoints()).toEqual([]);
  });

  it('counts a repetition to no limit of endpoints', async () => {
    const responses = [];
    for (const n of [1, 2, 3]) responses.push(await post(LEAST, `key-${n}`));
    expect((await post(LEAST, 'key-1')).body).toBe(responses[0]!.body);
    expect((await post(LEAST, 'key-4')).json()).toMatchObject({ code: 'validation_failed' });
  });

  it('creates one endpoint for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => post(LEAST)));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await endpoints()).toHaveLength(1);
  });

  it('belongs to an account', async () => {
    const mine = (await post(LEAST)).json<CreatedWebhook>();
    const { secret } = await api.issueKey('pro');
    const theirs = await api.sdkOf(secret).webhooks.create(LEAST, { idempotencyKey: KEY });
    expect(theirs.id).not.toBe(mine.id);
  });

  it('is free again after an error, and after 24 hours', async () => {
    expect((await post({ ...LEAST, url: 'https://127.0.0.1/' })).statusCode).toBe(422);
    const first = (await post(LEAST)).json<CreatedWebhook>();
    await api.db.query(`UPDATE webhook_creations SET created_at = created_at - interval '24 hours'`);
    const second = (await post({ ...LEAST, events: ['*'] })).json<CreatedWebhook>();
    expect(second.id).not.toBe(first.id);
    expect((await post({ ...LEAST, events: ['*'] })).json<CreatedWebhook>()).toEqual(second);
  });

  it('rejects another body', async () => {
    await post(LEAST);
    const response = await post({ ...LEAST, events: ['*'] });
    expect([response.statusCode, response.json<Problem>().code]).toEqual([422, 'idempotency_key_reused']);
    expect(await endpoints()).toHaveLength(1);
  });

  // The members of an invalid body are what the client sent, such as a list that no serializer can write.
  it.each([
    ['an unknown member', JSON.stringify({ ...LEAST, colour: 'red' }), '#/colour'],
    ['a deeply nested member', `{"url":${'['.repeat(7_000)}${']'.repeat(7_000)},"events":["*"]}`, '#/url'],
    ['a missing member', JSON.stringify({ url: URL }), '#/events'],
  ])('returns no stored response to an invalid body: %s', async (_, body, pointer) => {
    await post(LEAST);
    const response = await api.post('/v1/webhooks', body, { 'idempotency-key': KEY });
    expect([response.statusCode, response.json<Problem>()]).toMatchObject([
      422,
      { code: 'validation_failed', errors: [{ pointer }] },
    ]);
  });

  it.each([
    ['an empty key', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a space', 'a b'],
    ['other characters than ASCII', 'ké'],
    ['two keys, as Node joins them', 'a, b'],
  ])('rejects %s', async (_, key) => {
    const response = await post(LEAST, key);
    expect([response.statusCode, response.json<Problem>().errors]).toEqual([
      400,
      [{ parameter: 'Idempotency-Key', code: 'format', detail: expect.any(String) as string }],
    ]);
    expect((await post(LEAST, 'k'.repeat(255))).statusCode).toBe(201);
  });

  // A reader of the logs or the table must neither sign, nor take over a creation.
  it('leaves the key and the secret in no log, no metric and no column', async () => {
    const { secret } = (await post(LEAST)).json<CreatedWebhook>();
    await post(LEAST);
    const rows = await api.db.query<Record<string, unknown>>('SELECT * FROM webhook_creations');
    const bytes = rows.flatMap((row) => Object.values(row).filter((value) => Buffer.isBuffer(value)));
    const kept = [
      ...api.logs,
      await api.metrics(),
      JSON.stringify(rows),
      ...bytes.map((each) => each.toString('latin1')),
    ];
    expect(bytes).toHaveLength(3);
    for (const text of kept) for (const form of [KEY, secret.slice(6)]) expect(text).not.toContain(form);
  });
});
