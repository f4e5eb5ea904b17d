import { setTimeout as pause } from 'node:timers/promises';
import { startApi, type TestApi } from './harness';
import { deliverDue, REFUSED, TAKEN } from './stand-in-worker';
import { until } from './until';
import { URL, webhookTerms } from './webhook-terms';

describe('POST /v1/webhooks/{id}/test', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([], { webhooks: webhookTerms({ testWaitMs: 20_000 }) });
  });
  beforeEach(() => api.db.query('DELETE FROM webhook_endpoints'));
  afterAll(() => api.stop());

  const make = (enabled = true) => api.sdk.webhooks.create({ url: URL, events: ['hype.*'], enabled });
  /** Works until there was something to do. */
  const tryOnce = async (...given: Parameters<typeof deliverDue> extends [unknown, ...infer Rest] ? Rest : never) => {
    for (;;) if ((await deliverDue(api.db, ...given)).length > 0) return;
  };

  it('200: tells what came of the first attempt, whatever the endpoint subscribes to', async () => {
    const { id } = await make();
    const [taken] = await Promise.all([api.sdk.webhooks.test(id), tryOnce(TAKEN, 7)]);
    expect(taken).toEqual({ delivered: true, status_code: 204, duration_ms: 7, error: null });
    const [refused] = await Promise.all([api.sdk.webhooks.test(id).withResponse(), tryOnce(REFUSED)]);
    expect(refused.data).toEqual({ delivered: false, status_code: 500, duration_ms: 12, error: REFUSED.error });
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { data } = await api.sdk.webhooks.deliveries(id);
    expect(data.map(({ event_type: type, status }) => [type, status])).toEqual([
      ['webhook.ping', 'failed'],
      ['webhook.ping', 'delivered'],
    ]);
    // What is signed and sent is what the feed of its owner shows.
    const [ping] = (await api.sdk.events.list({ type: 'webhook.*' })).data;
    expect(ping).toMatchObject({
      id: data[0]!.event_id,
      sequence: null,
      data: { object: { id, url: URL }, previous: {} },
    });
    expect(JSON.stringify(ping)).not.toContain('secret');
  });

  // A request that has been read is not a client that has gone: over a port the two look alike.
  it('200: waits for callers over a port, and for none that has gone', async () => {
    const { id } = await make();
    const url = `${await api.listen()}/v1/webhooks/${id}/test`;
    const request = { method: 'POST', headers: { authorization: `Bearer ${api.keys.pro}` } };
    const [answer] = await Promise.all([fetch(url, request), tryOnce(TAKEN)]);
    expect(await answer.json()).toMatchObject({ delivered: true, status_code: 204 });

    const leave = new AbortController();
    const left = Array.from({ length: 4 }, () => fetch(url, { ...request, signal: leave.signal }).catch(() => 'left'));
    const waiting = async () => (await api.sdk.webhooks.deliveries(id, { status: 'pending' })).data.length;
    while ((await waiting()) < 4) await pause(20);
    leave.abort();
    expect(new Set(await Promise.all(left))).toEqual(new Set(['left']));
    // Their places are free again, long before their time is up.
    let status: number | null = 429;
    while (status === 429) {
      status = null;
      void fetch(url, request).then((response) => (status = response.status));
      while (status === null) await deliverDue(api.db, TAKEN);
    }
    expect(status).toBe(200);
  });

  it('200: tells at once that a disabled endpoint is sent nothing', async () => {
    const { id } = await make(false);
    expect(await api.sdk.webhooks.test(id)).toMatchObject({
      delivered: false,
      error: expect.stringContaining('disabled'),
    });
    expect((await api.sdk.webhooks.deliveries(id)).data).toEqual([]);
  });
});

describe('POST /v1/webhooks/{id}/test without a worker', () => {
  it('200: says so when the time is up', async () => {
    const api = await startApi([], { webhooks: webhookTerms({ testWaitMs: 300 }) });
    try {
      const { id } = await api.sdk.webhooks.create({ url: URL, events: ['*'] });
      const result = await api.sdk.webhooks.test(id);
      expect(result).toMatchObject({
        delivered: false,
        status_code: null,
        error: expect.stringContaining('No worker'),
      });
      expect(result.duration_ms).toBeGreaterThanOrEqual(300);
    } finally {
      await api.stop();
    }
  });
});

describe('POST /v1/webhooks/{id}/test by many', () => {
  // One account alone must not take the places of all.
  it('429 for more of an account, 503 for more of an instance', async () => {
    const api = await startApi([], { webhooks: webhookTerms({ testWaitMs: 60_000 }) });
    try {
      const owners = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const sdk = api.sdkOf((await api.issueKey('pro')).secret);
          return { sdk, id: (await sdk.webhooks.create({ url: URL, events: ['*'] })).id };
        }),
      );
      const [first, last] = [owners[0]!, owners[5]!];
      const testing = owners
        .slice(0, 5)
        .flatMap(({ sdk, id }) => Array.from({ length: 4 }, async () => sdk.webhooks.test(id)));
      // What has its delivery has its place: none of those that follow can overtake it.
      const pending = "SELECT count(*)::int AS count FROM deliveries WHERE status = 'pending'";
      await until(async () => (await api.db.query<{ count: number }>(pending))[0]?.count === 20);
      for (const { sdk, id, refusal } of [
        { ...first, refusal: { status: 429, code: 'rate_limited' } },
        { ...last, refusal: { status: 503, code: 'unavailable' } },
      ]) {
        await expect(sdk.webhooks.test(id)).rejects.toMatchObject(refusal);
      }
      const tried: string[] = [];
      await until(async () => tried.push(...(await deliverDue(api.db, TAKEN))) >= 20);
      for (const test of await Promise.all(testing)) expect(test).toMatchObject({ delivered: true, status_code: 204 });
      const after = last.sdk.webhooks.test(last.id);
      await until(async () => (await deliverDue(api.db, TAKEN)).length > 0);
      expect(await after).toMatchObject({ delivered: true });
    } finally {
      await api.stop();
    }
  });
});
