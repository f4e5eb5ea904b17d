import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Me } from '@droptrack/contracts';
import { ApiKeyRepository, generateApiKey } from '@droptrack/persistence';
import { Controller, Get } from '@nestjs/common';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { FREE_KEY, createBareApi } from './bare-api';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('API keys', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
  });
  afterAll(() => api.stop());

  const ask = (authorization?: string) =>
    api.inject({ method: 'GET', url: '/v1/drops', headers: authorization === undefined ? {} : { authorization } });

  it.each(['Bearer', 'bearer', 'BEARER'])('accepts the scheme %s', async (scheme) => {
    expect((await ask(`${scheme} ${api.keys.pro}`)).statusCode).toBe(200);
  });

  it('returns missing_api_key with a challenge that contains no error', async () => {
    for (const response of [await ask(), await ask(''), await ask('  ')]) {
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([401, 'missing_api_key']);
      expect(response.headers['www-authenticate']).toBe('Bearer realm="droptrack"');
    }
  });

  it('returns invalid_api_key for another scheme, a wrong checksum, and an unknown key', async () => {
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

  // A mistyped key has a wrong checksum and costs no query.
  it('queries the database only for keys with a valid checksum', async () => {
    const before = api.keyLookUps();
    await ask('Bearer dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAd');
    expect(api.keyLookUps()).toBe(before);
  });

  it('returns expired_api_key from the expiry of a key on, also for a cached key', async () => {
    // On a busy machine, a key can expire before the first response.
    for (const lifeMs of [1_500, 6_000, 20_000]) {
      const endMs = Date.now() + lifeMs;
      const { secret } = await api.issueKey('pro', { expiresAt: new Date(endMs) });
      await api.keysSeen();
      const { statusCode } = await ask(`Bearer ${secret}`);
      if (statusCode !== 200 && Date.now() >= endMs) continue;
      expect(statusCode).toBe(200);
      const before = api.keyLookUps();
      await pause(endMs - Date.now() + 100);
      expect((await ask(`Bearer ${secret}`)).json()).toMatchObject({ code: 'expired_api_key' });
      expect(api.keyLookUps()).toBe(before);
      return;
    }
    throw new Error('Every key had expired before the first response');
  }, 60_000);

  it('returns no key in any response', async () => {
    for (const url of ['/v1/drops?limit=0', '/nope', '/v1/drops/nope', '/v1/me']) {
      expect((await api.get(url)).body).not.toContain(api.keys.pro);
    }
  });

  it('returns plan, limit and features of a key from GET /v1/me', async () => {
    const { secret } = await api.issueKey('pro');
    const me = (
      await api.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${secret}` } })
    ).json<Me>();
    expect(me).toEqual({
      plan: 'pro',
      rate_limit: { limit: 600, window_seconds: 60, remaining: 599 },
      streams: { limit: 10 },
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

describe('a change of a key', () => {
  let api: TestApi;
  /** Changes of another process, such as the command line. */
  let keys: ApiKeyRepository;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
    keys = new ApiKeyRepository(api.db);
  });
  afterAll(() => api.stop());

  /** Limit of a key, or the code of its rejection. */
  const resultOf = async (secret: string) => {
    const response = await api.inject({
      method: 'GET',
      url: '/v1/drops',
      headers: { authorization: `Bearer ${secret}` },
    });
    return response.statusCode === 200 ? response.headers['ratelimit-policy'] : response.json<{ code: string }>().code;
  };
  /** Waits up to 20 s until a key has this result; returns the milliseconds. */
  const waitFor = async (secret: string, expected: string): Promise<number> => {
    const beganMs = performance.now();
    for (;;) {
      const result = await resultOf(secret);
      const tookMs = performance.now() - beganMs;
      if (result === expected) return tookMs;
      if (tookMs > 20_000) throw new Error(`The result is still ${String(result)}`);
      await pause(20);
    }
  };
  const disconnectFollower = async () => {
    for (let closed = 0; closed === 0; await pause(10)) {
      // There is none while the follower reconnects.
      const sessions = await api.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'droptrack log follower' AND datname = current_database()`,
      );
      closed = sessions.length;
    }
  };

  const changes: [string, string, (id: string) => Promise<unknown>][] = [
    ['a revocation', 'revoked_api_key', (id) => keys.revoke(id, new Date())],
    ['a rotation without grace', 'expired_api_key', (id) => keys.rotate(id, 0, new Date())],
    ['another plan', '"pro";q=600;w=60', (id) => keys.change(id, { plan: 'pro' }, new Date())],
    ['another limit', '"scale";q=30000;w=60', (id) => keys.change(id, { requestsPerMinute: 30_000 }, new Date())],
    ['an expiry', 'expired_api_key', (id) => keys.change(id, { expiresAt: new Date() }, new Date())],
  ];

  // The best of three, because a busy machine can delay one of them.
  it.each(changes)('takes effect within 1 s: %s', async (_, expected, change) => {
    const waitsMs: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      const { key, secret } = await api.issueKey('scale', { requestsPerMinute: 50_000 });
      expect(await resultOf(secret)).toBe('"scale";q=50000;w=60');
      await change(key.id);
      waitsMs.push(await waitFor(secret, expected));
    }
    expect(Math.min(...waitsMs)).toBeLessThan(1_000);
  });

  // The notification is lost with the connection; after the reconnect, cached keys are stale.
  it.each(changes)('takes effect after the follower was disconnected: %s', async (_, expected, change) => {
    const { key, secret } = await api.issueKey('scale', { requestsPerMinute: 50_000 });
    expect(await resultOf(secret)).toBe('"scale";q=50000;w=60');
    await disconnectFollower();
    await change(key.id);
    expect(await waitFor(secret, expected)).toBeLessThan(20_000);
  });

  it('keeps a rotated key valid during its grace period, and accepts the new key at once', async () => {
    const old = await api.issueKey('scale');
    expect(await resultOf(old.secret)).toBe('"scale";q=10000;w=60');
    const { secret } = await keys.rotate(old.key.id, 60, new Date());
    expect(await resultOf(secret)).toBe('"scale";q=10000;w=60');
    await api.keysSeen();
    expect(await resultOf(old.secret)).toBe('"scale";q=10000;w=60');
  });

  it('needs few queries for 1 000 concurrent keys', async () => {
    const [before, secrets] = [api.keyLookUps(), Array.from({ length: 1_000 }, generateApiKey)];
    const codes = await Promise.all(secrets.map(resultOf));
    expect(new Set(codes)).toEqual(new Set(['invalid_api_key']));
    expect(api.keyLookUps() - before).toBeLessThanOrEqual(10);
    await resultOf(secrets[0] ?? '');
    expect(api.keyLookUps() - before).toBeLessThanOrEqual(10);
  });

  it('does not prevent cached keys from working while the database is unavailable; other keys get 503', async () => {
    const [{ secret }, other] = [await api.issueKey('pro'), await api.issueKey('pro')];
    // Issuing keys is a change, too, and clears the cache.
    await api.keysSeen();
    expect(await resultOf(secret)).toBe('"pro";q=600;w=60');
    await api.loseDatabase();
    expect(await resultOf(secret)).toBe('"pro";q=600;w=60');
    expect(await resultOf(other.secret)).toBe('unavailable');
  });
});

describe('a change of a key shortly before an outage', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { stopClock: true });
  });
  afterAll(() => api.stop());

  // A change must not clear the cache of all keys: six keys are in use, one changes, then the database is lost.
  it('keeps keys in use working until 60 s after the last contact', async () => {
    const issued = await Promise.all(Array.from({ length: 6 }, () => api.issueKey('pro')));
    const ask = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await api.inject({ method: 'GET', url: '/v1/drops', headers })).statusCode;
    };
    const statuses = () => Promise.all(issued.map(({ secret }) => ask(secret)));
    await api.keysSeen();
    expect(await statuses()).toEqual(Array(6).fill(200));
    await api.rotateKey(issued[0]!.key.id);
    await api.keysSeen();
    await api.loseDatabase();
    expect(await statuses()).toEqual(Array(6).fill(200));
    api.passTime(60_000);
    expect(await statuses()).toEqual(Array(6).fill(200));
    api.passTime(1);
    expect(await statuses()).toEqual(Array(6).fill(503));
  });
});

@Controller('v1/example')
class ExampleController {
  @Get()
  example(): { ok: true } {
    return { ok: true };
  }
}

describe('the Authorization header', () => {
  let api: Awaited<ReturnType<typeof createBareApi>>;
  beforeAll(async () => {
    api = await createBareApi([ExampleController]);
    await api.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => api.stop());

  /** Complete response to a request with these headers. */
  const send = (...authorizations: string[]): Promise<string> => {
    const socket = connect((api.server.server.address() as AddressInfo).port, '127.0.0.1');
    const headers = ['Host: api.test', 'Connection: close', ...authorizations.map((each) => `Authorization: ${each}`)];
    socket.end(`GET /v1/example HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    return text(socket);
  };

  it('is read from the first of two headers, as Node does', async () => {
    expect(await send(`Bearer ${FREE_KEY}`, 'Bearer x')).toMatch(/^HTTP\/1.1 200 /);
    expect(await send('Bearer x', `Bearer ${FREE_KEY}`)).toMatch(/^HTTP\/1.1 401 [^]*"invalid_api_key"/);
  });

  it('causes 401 for a long key, and 431 beyond the limit of Node', async () => {
    expect(await send(`Bearer ${'x'.repeat(15_000)}`)).toMatch(/^HTTP\/1.1 401 [^]*"invalid_api_key"/);
    expect(await send(`Bearer ${'x'.repeat(20_000)}`)).toMatch(/^HTTP\/1.1 431 /);
  });
});
