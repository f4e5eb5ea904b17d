import { setTimeout as pause } from 'node:timers/promises';
import { startApi, type TestApi } from './harness';
import { deliverDue, FAILED, DELIVERED } from './fake-worker';
import { until } from './until';
import { URL, webhookTerms } from './webhook-terms';

describe('POST /v1/webhooks/{id}/test', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([], { webhooks: webhookTerms({ testWaitMs: 20_000 }) });
  });
  beforeEach(() => api.db.query('DELETE FROM webhook_endpoints'));
  afterAll(() => api.stop());

  const createEndpoint = (enabled = true) => api.sdk.webhooks.create({ url: URL, events: ['hype.*'], enabled });
  /** Attempts due deliveries until there was at least one. */
  const deliverOne = async (
    ...given: Parameters<typeof deliverDue> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    for (;;) if ((await deliverDue(api.db, ...given)).length > 0) return;
  };

  it('returns the outcome of the first attempt, regardless of the subscriptions of the endpoint', async () => {
    const { id } = await createEndpoint();
    const [delivered] = await Promise.all([api.sdk.webhooks.test(id), deliverOne(DELIVERED, 7)]);
    expect(delivered).toEqual({ delivered: true, status_code: 204, duration_ms: 7, error: null });
    const [failed] = await Promise.all([api.sdk.webhooks.test(id).withResponse(), deliverOne(FAILED)]);
    expect(failed.data).toEqual({ delivered: false, status_code: 500, duration_ms: 12, error: FAILED.error });
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { data } = await api.sdk.webhooks.deliveries(id);
    expect(data.map(({ event_type: type, status }) => [type, status])).toEqual([
      ['webhook.ping', 'failed'],
      ['webhook.ping', 'delivered'],
    ]);
    // The events of the account contain the same event.
    const [ping] = (await api.sdk.events.list({ type: 'webhook.*' })).data;
    expect(ping).toMatchObject({
      id: data[0]!.event_id,
      sequence: null,
      data: { object: { id, url: URL }, previous: {} },
    });
    expect(JSON.stringify(ping)).not.toContain('secret');
  });

  // With a real connection, a request that was read must not be mistaken for a disconnected client.
  it('waits while the client is connected, and stops when it disconnects', async () => {
    const { id } = await createEndpoint();
    const url = `${await api.listen()}/v1/webhooks/${id}/test`;
    const request = { method: 'POST', headers: { authorization: `Bearer ${api.keys.pro}` } };
    const [response] = await Promise.all([fetch(url, request), deliverOne(DELIVERED)]);
    expect(await response.json()).toMatchObject({ delivered: true, status_code: 204 });

    const leave = new AbortController();
    const left = Array.from({ length: 4 }, () => fetch(url, { ...request, signal: leave.signal }).catch(() => 'left'));
    const waiting = async () => (await api.sdk.webhooks.deliveries(id, { status: 'pending' })).data.length;
    while ((await waiting()) < 4) await pause(20);
    leave.abort();
    expect(new Set(await Promise.all(left))).toEqual(new Set(['left']));
    // Their slots are released long before their timeout.
    let status: number | null = 429;
    while (status === 429) {
      status = null;
      void fetch(url, request).then((response) => (status = response.status));
      while (status === null) await deliverDue(api.db, DELIVERED);
    }
    expect(status).toBe(200);
  });

  it('returns at once for a disabled endpoint, which receives nothing', async () => {
    const { id } = await createEndpoint(false);
    expect(await api.sdk.webhooks.test(id)).toMatchObject({
      delivered: false,
      error: expect.stringContaining('disabled'),
    });
    expect((await api.sdk.webhooks.deliveries(id)).data).toEqual([]);
  });
});

describe('POST /v1/webhooks/{id}/test without a worker', () => {
  it('returns a failed test after the timeout', async () => {
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

describe('POST /v1/webhooks/{id}/test concurrently', () => {
  // One account must not occupy all slots of the instance.
  it('returns 429 beyond the limit of the account, and 503 beyond that of the instance', async () => {
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
      // A test with a delivery occupies its slot, so the following requests exceed the limits.
      const pending = "SELECT count(*)::int AS count FROM deliveries WHERE status = 'pending'";
      await until(async () => (await api.db.query<{ count: number }>(pending))[0]?.count === 20);
      for (const { sdk, id, rejection } of [
        { ...first, rejection: { status: 429, code: 'rate_limited' } },
        { ...last, rejection: { status: 503, code: 'unavailable' } },
      ]) {
        await expect(sdk.webhooks.test(id)).rejects.toMatchObject(rejection);
      }
      const attempted: string[] = [];
      await until(async () => attempted.push(...(await deliverDue(api.db, DELIVERED))) >= 20);
      for (const test of await Promise.all(testing)) expect(test).toMatchObject({ delivered: true, status_code: 204 });
      const after = last.sdk.webhooks.test(last.id);
      await until(async () => (await deliverDue(api.db, DELIVERED)).length > 0);
      expect(await after).toMatchObject({ delivered: true });
    } finally {
      await api.stop();
    }
  });
});
