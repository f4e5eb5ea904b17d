import type { WebhookDelivery } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { deliverDue, FAILED, DELIVERED, publishAllEvents } from './fake-worker';
import { URL, webhookTerms } from './webhook-terms';

const DROPS = ['aave', 'base', 'celo', 'dune', 'eigen'];

let api: TestApi;
beforeEach(async () => {
  api = await startApi([], { webhooks: webhookTerms() });
});
afterEach(() => api.stop());

const createEndpoint = () => api.sdk.webhooks.create({ url: URL, events: ['drop.*'] });
const publishDrops = async () => {
  await api.apply(DROPS.map((id) => dropDefinition(id)));
  await publishAllEvents(api.db);
};
const all = (id: string): Promise<WebhookDelivery[]> => api.sdk.webhooks.deliveries(id).toArray({ limit: 100 });

describe('GET /v1/webhooks/{id}/deliveries', () => {
  it('returns each delivery with its attempts and their outcomes', async () => {
    const { id } = await createEndpoint();
    await publishDrops();
    expect(await deliverDue(api.db, FAILED)).toHaveLength(5);
    const [failed] = await all(id);
    expect(failed).toEqual({
      id: `dlv_${id.slice(3)}_${failed!.event_id.slice(4)}`,
      event_id: expect.stringMatching(/^evt_/) as string,
      event_type: 'drop.created',
      status: 'pending',
      next_attempt_at: expect.any(String) as string,
      created_at: expect.any(String) as string,
      delivered_at: null,
      attempts: [
        {
          at: expect.any(String) as string,
          duration_ms: 12,
          status_code: 500,
          error: FAILED.error,
          response: 'oops é',
        },
      ],
    });
    expect(Date.parse(failed!.next_attempt_at!)).toBeGreaterThan(Date.parse(failed!.attempts[0]!.at));
    // Five failures opened the circuit breaker; enabling the endpoint closes it.
    await api.sdk.webhooks.update(id, { enabled: true });
    await api.sdk.webhooks.redeliver(id, failed!.id);
    await deliverDue(api.db, DELIVERED);
    const [delivered] = await all(id);
    expect(delivered).toMatchObject({
      id: failed!.id,
      status: 'delivered',
      next_attempt_at: null,
      delivered_at: expect.any(String),
    });
    expect(delivered!.attempts.map(({ status_code: code }) => code)).toEqual([204, 500]);
  });

  it('returns all pages, latest first, and filters by status and type', async () => {
    const { id } = await createEndpoint();
    await publishDrops();
    const walked = await api.sdk.webhooks.deliveries(id, { limit: 2 }).toArray({ limit: 100 });
    expect(walked.map((each) => each.id)).toEqual((await all(id)).map((each) => each.id));
    expect(walked).toHaveLength(5);
    await deliverDue(api.db, DELIVERED);
    await api.sdk.webhooks.redeliver(id, walked[2]!.id);
    const ids = async (query: object) => (await api.sdk.webhooks.deliveries(id, query)).data.map((each) => each.id);
    expect(await ids({ status: 'pending' })).toEqual([walked[2]!.id]);
    expect(await ids({ status: 'delivered' })).toHaveLength(4);
    expect(await ids({ status: 'failed' })).toEqual([]);
    expect(await ids({ event_type: 'drop.created', limit: 3 })).toHaveLength(3);
    expect(await ids({ event_type: 'drop.archived' })).toEqual([]);
    const response = await api.get(`/v1/webhooks/${id}/deliveries?limit=1&event_type=drop.created`);
    const [, next = ''] = /^<http:\/\/api.test([^>]+)>; rel="next"$/.exec(String(response.headers['link'])) ?? [];
    const [first, second] = [response, await api.get(next)].map(
      (each) => each.json<{ data: WebhookDelivery[] }>().data[0]!,
    );
    expect([first!.id, second!.id]).toEqual(walked.slice(0, 2).map((each) => each.id));
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('rejects an invalid status or event type, and a cursor of another list', async () => {
    const [one, other] = [await createEndpoint(), await createEndpoint()];
    await publishDrops();
    const root = `/v1/webhooks/${one.id}/deliveries`;
    for (const query of ['status=sending', 'event_type=drop.*', 'limit=0', 'colour=red']) {
      expect((await api.get(`${root}?${query}`)).statusCode).toBe(400);
    }
    const { next_cursor: cursor } = await api.sdk.webhooks.deliveries(one.id, { limit: 1 });
    for (const path of [`${root}?status=failed&`, `/v1/webhooks/${other.id}/deliveries?`, '/v1/events?']) {
      expect((await api.get(`${path}cursor=${cursor}`)).json()).toMatchObject({ code: 'invalid_cursor' });
    }
  });
});

describe('ids and cursors', () => {
  // The database numbers the deliveries and events of all accounts; ids must not disclose their total.
  it('do not depend on the deliveries and events of other accounts', async () => {
    const { id } = await createEndpoint();
    await publishDrops();
    const idsAndCursors = async () => {
      const deliveries = await api.sdk.webhooks.deliveries(id, { limit: 2 });
      const events = await api.sdk.events.list({ limit: 2 });
      return [deliveries.data.map((each) => each.id), deliveries.next_cursor, events.next_cursor];
    };
    const before = await idsAndCursors();
    await api.db.query('UPDATE deliveries SET id = id + 1000000, event = event + 1000000');
    await api.db.query('UPDATE events SET place = place + 1000000');
    expect(await idsAndCursors()).toEqual(before);
  });
});

describe('POST /v1/webhooks/{id}/deliveries/{delivery}/redeliver', () => {
  it('sends the same event again, also after it was delivered', async () => {
    const { id } = await createEndpoint();
    await publishDrops();
    const sent = await deliverDue(api.db, DELIVERED);
    const [delivery] = await all(id);
    const { data, status } = await api.sdk.webhooks.redeliver(id, delivery!.id).withResponse();
    expect([status, data]).toEqual([202, { deliveries: 1 }]);
    expect(await deliverDue(api.db, DELIVERED)).toEqual([delivery!.event_id]);
    expect(sent).toContain(delivery!.event_id);
    expect(await all(id)).toHaveLength(5);
  });

  it('returns 404 for a delivery of another endpoint, and for an invalid id', async () => {
    const [one, other] = [await createEndpoint(), await createEndpoint()];
    await publishDrops();
    const [delivery] = await all(one.id);
    const requests: [string, string][] = [[other.id, delivery!.id]];
    for (const none of [
      'dlv_0',
      `dlv_${'9'.repeat(18)}`,
      `dlv_${'9'.repeat(30)}`,
      'dlv_1e3',
      'dlv_\u0000',
      delivery!.id.slice(4),
      `dlv_${other.id.slice(3)}_${delivery!.event_id.slice(4)}`,
    ]) {
      requests.push([one.id, none]);
    }
    for (const [endpoint, id] of requests) {
      const error = { status: 404, code: 'delivery_not_found' };
      await expect(Promise.resolve(api.sdk.webhooks.redeliver(endpoint, id))).rejects.toMatchObject(error);
    }
  });
});
