import type { Me } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

describe('API keys', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
  });
  afterAll(() => api.stop());

  const ask = (authorization?: string) =>
    api.inject({ method: 'GET', url: '/v1/drops', headers: authorization === undefined ? {} : { authorization } });

  it.each(['Bearer', 'bearer', 'BEARER'])('takes the scheme as %s', async (scheme) => {
    expect((await ask(`${scheme} ${api.keys.pro}`)).statusCode).toBe(200);
  });

  it('401 missing_api_key: challenges without naming an error', async () => {
    for (const response of [await ask(), await ask(''), await ask('  ')]) {
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([401, 'missing_api_key']);
      expect(response.headers['www-authenticate']).toBe('Bearer realm="droptrack"');
    }
  });

  it('401 invalid_api_key: for another scheme, a bad checksum, an unknown key', async () => {
    const wrongEnd = api.keys.pro.slice(0, -1) + (api.keys.pro.endsWith('0') ? '1' : '0');
    const unknown = 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc';
    for (const bad of [
      'Basic dXNlcg==',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${wrongEnd}`,
      `Bearer ${unknown}`,
      `Bearer a b`,
    ]) {
      const response = await ask(bad);
      expect([bad, response.statusCode, response.json<{ code: string }>().code]).toEqual([bad, 401, 'invalid_api_key']);
      expect(response.headers['www-authenticate']).toBe('Bearer realm="droptrack", error="invalid_token"');
    }
  });

  // A bad checksum is told before anything is looked up: a mistyped key costs no query.
  it('asks the database for keys that could exist only', async () => {
    const before = api.keyLookUps();
    await ask('Bearer dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAd');
    expect(api.keyLookUps()).toBe(before);
  });

  it('401 expired_api_key and revoked_api_key, within a second of the change', async () => {
    const expiring = await api.issueKey('pro', { expiresAt: new Date(Date.now() + 400) });
    const revoked = await api.issueKey('pro');
    expect((await ask(`Bearer ${expiring.secret}`)).statusCode).toBe(200);
    expect((await ask(`Bearer ${revoked.secret}`)).statusCode).toBe(200);
    await api.revokeKey(revoked.key.id);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await ask(`Bearer ${expiring.secret}`)).json()).toMatchObject({ code: 'expired_api_key' });
    expect((await ask(`Bearer ${revoked.secret}`)).json()).toMatchObject({ code: 'revoked_api_key' });
  });

  it('never repeats a key in an answer', async () => {
    for (const url of ['/v1/drops?limit=0', '/nope', '/v1/drops/nope', '/v1/me']) {
      expect((await api.get(url)).body).not.toContain(api.keys.pro);
    }
  });

  it('GET /v1/me tells what the key may do', async () => {
    const { secret } = await api.issueKey('pro');
    const me = (
      await api.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${secret}` } })
    ).json<Me>();
    expect(me).toEqual({
      plan: 'pro',
      rate_limit: { limit: 600, window_seconds: 60, remaining: 599 },
      features: ['as_of', 'eligibility', 'webhooks', 'events'],
      key: {
        prefix: secret.slice(0, 8),
        last4: secret.slice(-4),
        created_at: expect.any(String) as string,
        expires_at: null,
      },
      data_delay_seconds: 0,
    });
  });
});
