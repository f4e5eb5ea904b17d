import { setTimeout } from 'node:timers/promises';
import type { EgressResult, EgressRequest } from '@droptrack/egress';
import { verifyWebhook } from '@droptrack/sdk';
import { startApi, type TestApi } from './harness';
import { URL, webhookTerms } from './webhook-terms';

const OTHER = 'https://other.example/in';
const failed = { status: 422, errors: [{ pointer: '#/url', code: 'challenge_failed' }] };

describe('endpoints with a required challenge', () => {
  let api: TestApi;
  let requests: EgressRequest[] = [];
  let respond = (challenge: string): Partial<EgressResult> => ({ response: Buffer.from(challenge) });
  const echo = respond;
  beforeAll(async () => {
    const egress = {
      post: async (request: EgressRequest): Promise<EgressResult> => {
        requests.push(request);
        // No connection of the pool is held while the endpoint responds: that of the reader of the log comes back meanwhile.
        while (api.db.connectionsInUse > 0) await setTimeout(5);
        const { challenge } = JSON.parse(String(request.body)) as { challenge: string };
        const defaults = { statusCode: 200, error: null, response: null, retryAfterMs: null, durationMs: 1 };
        return { ...defaults, ...respond(challenge) };
      },
    };
    api = await startApi([], { webhooks: webhookTerms({ requireChallenge: true, endpointsMax: 50, egress }) });
  });
  beforeEach(() => {
    requests = [];
    respond = echo;
  });
  afterAll(() => api.stop());

  const create = (enabled = true) => api.sdk.webhooks.create({ url: URL, events: ['*'], enabled });

  it('are created if they repeat the challenge as text or JSON, which is signed with their secret', async () => {
    const { secret } = await create();
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = requests;
    expect(url).toBe(URL);
    expect(verifyWebhook(Buffer.from(body), { ...headers }, secret)).toMatchObject({ type: 'webhook.challenge' });
    respond = (challenge) => ({ statusCode: 201, response: Buffer.from(JSON.stringify({ challenge })) });
    expect(await create()).toMatchObject({ enabled: true });
  });

  it.each<[string, (challenge: string) => Partial<EgressResult>]>([
    ['nothing', () => ({})],
    ['another text', () => ({ response: Buffer.from('ok') })],
    ['an error status with the challenge', (challenge) => ({ statusCode: 400, response: Buffer.from(challenge) })],
    ['a page that contains the challenge', (challenge) => ({ response: Buffer.from(`You sent ${challenge}`) })],
    ['no response', () => ({ statusCode: null, error: 'no response' })],
  ])('are not created if the response is %s', async (_, response) => {
    const before = (await api.sdk.webhooks.list()).data.length;
    respond = response;
    await expect(Promise.resolve(create())).rejects.toMatchObject(failed);
    expect((await api.sdk.webhooks.list()).data).toHaveLength(before);
  });

  it('are challenged again for another URL and when they are enabled, and stay unchanged if they fail', async () => {
    const { id, secret } = await create(false);
    expect(requests).toEqual([]);
    respond = () => ({});
    await expect(Promise.resolve(api.sdk.webhooks.update(id, { enabled: true }))).rejects.toMatchObject(failed);
    expect(await api.sdk.webhooks.get(id)).toMatchObject({ enabled: false });
    respond = echo;
    expect(await api.sdk.webhooks.update(id, { enabled: true })).toMatchObject({ enabled: true });
    const { headers, body } = requests.at(-1)!;
    expect(verifyWebhook(Buffer.from(body), { ...headers }, secret)).toMatchObject({ type: 'webhook.challenge' });
    respond = () => ({});
    await expect(Promise.resolve(api.sdk.webhooks.update(id, { url: OTHER }))).rejects.toMatchObject(failed);
    expect(await api.sdk.webhooks.get(id)).toMatchObject({ url: URL, enabled: true });
    const count = requests.length;
    await api.sdk.webhooks.update(id, { description: 'mine', enabled: true, url: URL });
    expect(requests).toHaveLength(count);
  });

  // Two concurrent updates: another URL while the endpoint is disabled, and enabling the previous one.
  it('are not enabled with a URL that changed after the challenge', async () => {
    const { id } = await create(false);
    respond = (challenge) => {
      void api.db.query(`UPDATE webhook_endpoints SET url = '${OTHER}' WHERE id = '${id}'`);
      return { response: Buffer.from(challenge) };
    };
    const error = await Promise.resolve(api.sdk.webhooks.update(id, { enabled: true })).catch((e: unknown) => e);
    expect(error).toMatchObject({ status: 503 });
    expect(await api.sdk.webhooks.get(id)).toMatchObject({ enabled: false, url: OTHER });
  });

  // A failed challenge creates no endpoint: without its own limit, any host could be sent any number of challenges.
  it('are challenged at most 100 times in 24 hours, including failed challenges', async () => {
    const { sdk } = await newAccount(api);
    respond = () => ({});
    const create = () => Promise.resolve(sdk.webhooks.create({ url: URL, events: ['*'] }));
    for (let n = 0; n < 100; n += 1) await expect(create()).rejects.toMatchObject(failed);
    await expect(create()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    expect(requests).toHaveLength(100);
  });

  it('are not challenged if the account has reached its limit of endpoints', async () => {
    const { sdk } = await newAccount(api);
    for (let n = 0; n < 50; n += 1) await sdk.webhooks.create({ url: URL, events: ['*'], enabled: false });
    const more = Promise.resolve(sdk.webhooks.create({ url: URL, events: ['*'] }));
    await expect(more).rejects.toMatchObject({ status: 422, errors: [{ code: 'limit' }] });
    expect(requests).toEqual([]);
  });
});

/** Another account with a high rate limit. */
async function newAccount(api: TestApi) {
  const { secret } = await api.issueKey('scale');
  return { sdk: api.sdkOf(secret) };
}
