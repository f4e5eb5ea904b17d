import type { Problem } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { deliverDue, runRecoveries, DELIVERED, publishAllEvents } from './fake-worker';
import { URL, webhookTerms } from './webhook-terms';

const DROPS = ['aave', 'base', 'celo', 'dune', 'eigen'];
const DAY_MS = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

let api: TestApi;
beforeEach(async () => {
  api = await startApi([], { webhooks: webhookTerms({ recoveryBounds: { perDayMax: 1_000, pendingMax: 4 } }) });
});
afterEach(() => api.stop());

const createEndpoint = (over: { enabled?: boolean } = {}) =>
  api.sdk.webhooks.create({ url: URL, events: ['drop.*'], ...over });
const publishDrops = async (drops = DROPS) => {
  await api.apply(drops.map((id) => dropDefinition(id)));
  await publishAllEvents(api.db);
};
const since = ago(DAY_MS);

describe('POST /v1/webhooks/{id}/recover', () => {
  it('queues a recovery of the events that were not sent while the endpoint was disabled, each once', async () => {
    const { id } = await createEndpoint({ enabled: false });
    await publishDrops(DROPS.slice(0, 3));
    await api.sdk.webhooks.update(id, { enabled: true });
    const { data, status, headers } = await api.sdk.webhooks.recover(id, { since }).withResponse();
    expect([status, data]).toEqual([
      202,
      {
        id: expect.stringMatching(/^rec_[0-9a-z]{20}$/) as string,
        status: 'queued',
        deliveries: 0,
        since,
        until: expect.any(String) as string,
        next_since: null,
        stopped_by: null,
        created_at: expect.any(String) as string,
        finished_at: null,
      },
    ]);
    expect(headers.get('location')).toBe(`http://api.test/v1/webhooks/${id}/recoveries/${data.id}`);
    expect(await api.sdk.webhooks.deliveries(id).toArray({ limit: 10 })).toEqual([]);
    await runRecoveries(api.db);
    const done = { status: 'done', deliveries: 3, finished_at: expect.any(String) as string };
    expect(await api.sdk.webhooks.recovery(id, data.id)).toEqual({ ...data, ...done });
    expect(await deliverDue(api.db, DELIVERED)).toHaveLength(3);
    const { id: again } = await api.sdk.webhooks.recover(id, { since });
    await runRecoveries(api.db);
    expect(await api.sdk.webhooks.recovery(id, again)).toMatchObject({ status: 'done', deliveries: 0 });
  });

  it('stops at the limit of pending deliveries, and returns where to continue', async () => {
    const { id } = await createEndpoint({ enabled: false });
    await publishDrops();
    await api.sdk.webhooks.update(id, { enabled: true });
    const { id: first } = await api.sdk.webhooks.recover(id, { since });
    await runRecoveries(api.db);
    const stopped = await api.sdk.webhooks.recovery(id, first);
    expect(stopped).toMatchObject({ status: 'done', deliveries: 4, stopped_by: 'pending_limit' });
    await deliverDue(api.db, DELIVERED);
    const { id: second } = await api.sdk.webhooks.recover(id, { since: stopped.next_since! });
    await runRecoveries(api.db);
    const rest = { status: 'done', deliveries: 1, stopped_by: null, next_since: null };
    expect(await api.sdk.webhooks.recovery(id, second)).toMatchObject(rest);
  });

  it('returns 429 while another recovery of the account is queued or running', async () => {
    const [one, other] = [await createEndpoint(), await createEndpoint()];
    await api.sdk.webhooks.recover(one.id, { since });
    const busy = { status: 429, code: 'rate_limited', retryAfterSeconds: 5 };
    for (const { id } of [one, other]) {
      await expect(Promise.resolve(api.sdk.webhooks.recover(id, { since }))).rejects.toMatchObject(busy);
    }
    const otherAccount = api.sdkOf((await api.issueKey('pro')).secret);
    const theirs = await otherAccount.webhooks.create({ url: URL, events: ['*'] });
    expect(await otherAccount.webhooks.recover(theirs.id, { since })).toMatchObject({ status: 'queued' });
    await runRecoveries(api.db);
    expect(await api.sdk.webhooks.recover(other.id, { since })).toMatchObject({ status: 'queued' });
  });

  it('returns 429 with Retry-After if the recoveries of the account have reached the daily limit', async () => {
    const { id } = await createEndpoint();
    const { id: first } = await api.sdk.webhooks.recover(id, { since });
    await runRecoveries(api.db);
    await api.db.query('UPDATE webhook_recoveries SET deliveries = 1000 WHERE id = $1', [first]);
    const error = await Promise.resolve(api.sdk.webhooks.recover(id, { since })).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ status: 429, code: 'rate_limited' });
    const { retryAfterSeconds } = error as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(86_000);
    expect(retryAfterSeconds).toBeLessThanOrEqual(86_400);
  });

  it.each<[object, string[]]>([
    [{}, ['#/since']],
    [{ since: '2026-02-30T00:00:00Z' }, ['#/since']],
    [{ since: ago(31 * DAY_MS) }, ['#/since']],
    [{ since: ago(-DAY_MS) }, ['#/since', '#/until']],
    [{ since: ago(DAY_MS), until: ago(2 * DAY_MS) }, ['#/until']],
    [{ since: ago(DAY_MS), until: null, all: true }, ['#/all', '#/until']],
  ])('rejects the span %j', async (span, pointers) => {
    const { id } = await createEndpoint();
    const until = pointers.includes('#/until') && !('until' in span) ? { until: ago(DAY_MS) } : {};
    const response = await api.post(`/v1/webhooks/${id}/recover`, JSON.stringify({ ...span, ...until }));
    const { code, errors } = response.json<Problem>();
    expect([response.statusCode, code]).toEqual([422, 'validation_failed']);
    expect(errors.map((error) => 'pointer' in error && error.pointer)).toEqual(pointers);
  });
});

describe('GET /v1/webhooks/{id}/recoveries/{recovery}', () => {
  it('returns 404 for a recovery of another endpoint, and for an invalid id', async () => {
    const [one, other] = [await createEndpoint(), await createEndpoint()];
    const { id } = await api.sdk.webhooks.recover(one.id, { since });
    for (const [endpoint, recovery] of [
      [other.id, id],
      [one.id, 'rec_0'],
      [one.id, 'rec_\u0000'],
      [one.id, `rec_${'0'.repeat(900)}`],
      [one.id, id.slice(4)],
    ] as const) {
      const error = { status: 404, code: 'recovery_not_found' };
      await expect(Promise.resolve(api.sdk.webhooks.recovery(endpoint, recovery))).rejects.toMatchObject(error);
    }
  });
});
